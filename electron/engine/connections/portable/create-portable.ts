// Exports settings and connections to a file and imports them. Before an import, the user is shown the contents of the
// file.
import { readFile, stat } from 'node:fs/promises';
import { StowageError, cancelled, invalidInput } from '@shared/errors';
import type { CallHandlers } from '@shared/ipc/contract';
import { shownHosts } from '@shared/model/endpoint-address';
import {
  type PortableConnection,
  type PortableFile,
  portableConnection,
  portableFile,
  shortestPassphrase,
} from '@shared/model/portable';
import { t } from '@shared/strings/t';
import { parsedJson, writeBeside } from '../../../disk/whole-file';
import { pickedPath } from '../../picked-path';
import type { SourceResolver, UserPrompts } from '../../ports';
import { checkAddresses } from './portable-addresses';
import { openSecrets, sealSecrets } from './sealed-secrets';

export interface PortableEntry {
  readonly connection: PortableConnection;
  /** Null when there is none, or it is not stored. */
  readonly secret: string | null;
  /** The second key of the account. */
  readonly secondary: string | null;
}

/** The functions of the connections that this needs. */
export interface PortableConnections {
  collect(): Promise<readonly PortableEntry[]>;
  /** How many connections sign in, which no other computer can. */
  countSignedIn(): Promise<number>;
  /** Adds all of them under new ids. */
  add(entries: readonly PortableEntry[]): Promise<void>;
  names(): Promise<readonly string[]>;
}

export interface PortableOptions {
  readonly connections: PortableConnections;
  readonly sources: SourceResolver;
  /** Absent when the caller is the user: then no passphrase is requested, and no secret is exported or imported. */
  readonly prompts?: UserPrompts | undefined;
}

const maxBytes = 10_000_000;

export function createPortable({ connections, sources, prompts }: PortableOptions): {
  readonly calls: Pick<CallHandlers<'engine'>, 'portable.export' | 'portable.look' | 'portable.import'>;
} {
  const read = async (token: string): Promise<PortableFile> =>
    readPortable(await pickedPath(sources, token, 'settings-file'));
  /** The passphrase that the user typed, twice, into a dialog of the host. */
  const passphraseToSeal = async (count: number): Promise<string> => {
    const answer = await prompts?.request({ kind: 'export-secrets', connections: count });
    if (answer?.answer !== 'confirmed') throw cancelled();
    if (answer.text.length >= shortestPassphrase) return answer.text;
    throw invalidInput('Passphrase', t`is too short.`, t`Use at least ${shortestPassphrase} characters.`);
  };
  /** The secrets of the file, once the user has agreed to its connections. Prompts again after a wrong passphrase. */
  const secretsOf = async (
    file: PortableFile,
    named: readonly PortableConnection[],
  ): Promise<readonly (string | null)[]> => {
    const { secrets: sealed } = file;
    if (prompts === undefined || named.length === 0) return [];
    const listed = named.map(({ name, accountName, endpoints }) => ({
      name,
      accountName,
      hosts: shownHosts(endpoints),
    }));
    for (let passphrase: 'not tried' | 'wrong' = 'not tried'; ; passphrase = 'wrong') {
      const secrets = sealed === undefined ? 'none' : 'sealed';
      const answer = await prompts.request({ kind: 'import-connections', connections: listed, secrets, passphrase });
      if (answer.answer === 'declined') throw cancelled();
      if (sealed === undefined || answer.text === '') return [];
      const opened = await openSecrets(sealed, answer.text, boundTo(file.connections)).catch((thrown: unknown) => {
        const error = StowageError.from(thrown);
        if (error.code !== 'invalid.input') throw error;
        return null;
      });
      if (opened !== null) return opened;
    }
  };

  return {
    calls: {
      'portable.export': async ({ token, settings, secrets: wanted }) => {
        const entries = await connections.collect();
        const own = entries.map(({ connection }) => portableConnection.parse(connection));
        const secrets = entries.map(({ secret }) => secret);
        // Behind the others, where earlier versions do not look.
        const secondary = entries.map((entry) => entry.secondary);
        const sealed =
          wanted === 'left-out'
            ? undefined
            : await sealSecrets(
                [...secrets, ...secondary],
                await passphraseToSeal(secrets.filter((secret) => secret !== null).length),
                boundTo(own),
              );
        const file: PortableFile = {
          stowage: 'settings',
          version: 1,
          settings,
          connections: own,
          ...(sealed === undefined ? {} : { secrets: sealed }),
        };
        await writePortable(await pickedPath(sources, token, 'export-settings'), file);
        const sealedCount = sealed === undefined ? 0 : secrets.filter((secret) => secret !== null).length;
        return { connections: own.length, secrets: sealedCount, leftOut: await connections.countSignedIn() };
      },
      'portable.look': async ({ token }) => {
        const file = await read(token);
        const named = freshNames(file.connections, await connections.names());
        return {
          settings: file.settings,
          connections: named.map(({ name, accountName, endpoints }, index) => ({
            name,
            accountName,
            hosts: shownHosts(endpoints),
            state: name === file.connections[index]?.name ? 'new' : 'renamed',
          })),
          secrets: file.secrets === undefined ? 'none' : 'sealed',
        };
      },
      'portable.import': async ({ token }) => {
        const file = await read(token);
        const named = freshNames(file.connections, await connections.names());
        const secrets = await secretsOf(file, named);
        const entries = named.map((connection, index) => ({
          connection,
          secret: secrets[index] ?? null,
          secondary: secrets[named.length + index] ?? null,
        }));
        await connections.add(entries);
        return { connections: entries.length, secrets: entries.filter(({ secret }) => secret !== null).length };
      },
    },
  };
}

/** The same names, with a number where a name is taken: `Quay` becomes `Quay (2)`. */
export function freshNames(
  wanted: readonly PortableConnection[],
  taken: readonly string[],
): readonly PortableConnection[] {
  const used = new Set(taken);
  return wanted.map((connection) => {
    let name = connection.name;
    for (let count = 2; used.has(name); count += 1) name = `${connection.name.slice(0, 70)} (${count})`;
    used.add(name);
    return { ...connection, name };
  });
}

/** Equal connections give the same text, whatever the order of their fields in the file. */
function boundTo(connections: readonly PortableConnection[]): string {
  return JSON.stringify(connections.map((each) => portableConnection.parse(each)));
}

async function readPortable(path: string): Promise<PortableFile> {
  const found = await stat(path);
  // A device has no size and could be read for ever.
  const text = found.isFile() && found.size <= maxBytes ? await readFile(path, 'utf8') : '';
  const file = portableFile.safeParse(parsedJson(text));
  if (file.success) {
    for (const connection of file.data.connections) checkAddresses(connection);
    return file.data;
  }
  throw invalidInput(
    'File',
    t`is not a Stowage export, or was written by a newer version.`,
    t`Choose a file exported from Stowage.`,
  );
}

/** Writes it completely or not at all, readable by its owner only. */
function writePortable(path: string, file: PortableFile): Promise<void> {
  const text = `${JSON.stringify(file, null, 2)}\n`;
  return writeBeside(path, (draft) => draft.writeFile(text), 0o600);
}
