// Exports settings and connections to a file and imports them. Before an import, a person is told what the file
// contains.
import { readFile, stat } from 'node:fs/promises';
import { invalidInput } from '@shared/errors';
import type { CallHandlers } from '@shared/ipc/contract';
import { type PortableConnection, type PortableFile, portableConnection, portableFile } from '@shared/model/portable';
import { t } from '@shared/strings/t';
import { parsedJson, writeBeside } from '../../../disk/whole-file';
import { pickedPath } from '../../picked-path';
import type { SourceResolver } from '../../ports';
import { openSecrets, sealSecrets } from './sealed-secrets';

export interface PortableEntry {
  readonly connection: PortableConnection;
  /** Null where there is none, or it is not kept. */
  readonly secret: string | null;
}

/** What the room of connections offers for this. */
export interface PortableConnections {
  collect(): Promise<readonly PortableEntry[]>;
  /** Adds all of them under new ids. */
  add(entries: readonly PortableEntry[]): Promise<void>;
  names(): Promise<readonly string[]>;
}

export interface PortableOptions {
  readonly connections: PortableConnections;
  readonly sources: SourceResolver;
}

const mostBytes = 10_000_000;

export function createPortable({ connections, sources }: PortableOptions): {
  readonly calls: Pick<CallHandlers<'engine'>, 'portable.export' | 'portable.look' | 'portable.import'>;
} {
  const read = async (token: string): Promise<PortableFile> => readPortable(await pickedPath(sources, token));

  return {
    calls: {
      'portable.export': async ({ token, settings, passphrase }) => {
        const entries = await connections.collect();
        const own = entries.map(({ connection }) => portableConnection.parse(connection));
        const secrets = entries.map(({ secret }) => secret);
        const sealed = passphrase === undefined ? undefined : await sealSecrets(secrets, passphrase, boundTo(own));
        const file: PortableFile = {
          stowage: 'settings',
          version: 1,
          settings,
          connections: own,
          ...(sealed === undefined ? {} : { secrets: sealed }),
        };
        await writePortable(await pickedPath(sources, token), file);
        const sealedCount = sealed === undefined ? 0 : secrets.filter((secret) => secret !== null).length;
        return { connections: own.length, secrets: sealedCount };
      },
      'portable.look': async ({ token }) => {
        const file = await read(token);
        const named = freshNames(file.connections, await connections.names());
        return {
          settings: file.settings,
          connections: named.map(({ name, accountName }, index) => ({
            name,
            accountName,
            state: name === file.connections[index]?.name ? 'new' : 'renamed',
          })),
          secrets: file.secrets === undefined ? 'none' : 'sealed',
        };
      },
      'portable.import': async ({ token, passphrase }) => {
        const file = await read(token);
        const secrets =
          file.secrets === undefined || passphrase === undefined
            ? []
            : await openSecrets(file.secrets, passphrase, boundTo(file.connections));
        const named = freshNames(file.connections, await connections.names());
        const entries = named.map((connection, index) => ({ connection, secret: secrets[index] ?? null }));
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
  const { size } = await stat(path);
  const text = size > mostBytes ? '' : await readFile(path, 'utf8');
  const file = portableFile.safeParse(parsedJson(text));
  if (file.success) return file.data;
  throw invalidInput(
    'File',
    t`is not an export of Stowage, or comes from a later version.`,
    t`Choose a file that Stowage exported.`,
  );
}

/** Writes it completely or not at all, readable by its owner only. */
function writePortable(path: string, file: PortableFile): Promise<void> {
  const text = `${JSON.stringify(file, null, 2)}\n`;
  return writeBeside(path, (draft) => draft.writeFile(text), 0o600);
}
