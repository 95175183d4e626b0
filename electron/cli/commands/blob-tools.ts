// Small commands about single blobs and folders: `cat`, `head`, `stat`, `du`, `tags`, `metadata`, `tier` and `sas`. Each
// is a few calls of the engine, and nothing is journalled. Over 300 lines: many small commands of one kind.
import { metadataProblems } from '@shared/blob-details/metadata-rules';
import { tagProblems } from '@shared/blob-details/tag-rules';
import { accessTiers, rehydratePriorities } from '@shared/blob-details/tier-rules';
import { StowageError, invalidInput } from '@shared/errors';
import type { NamedValue } from '@shared/model/blob-details';
import { dataRights, learnedIn, roleFor, scopeText } from '@shared/model/rights';
import { type SasResource, orderedRights, sasProblems, sasRights, sasTime, sasTimeAt } from '@shared/sas/sas-request';
import { KiB, formatBytes, formatCount } from '@shared/units';
import { walkPages } from '../../engine/blobs/listing';
import { readBlobProperties } from '../../engine/blobs/properties';
import { fetchIntact } from '../../engine/transfers/worker/checked-ranges';
import { exitCodes } from '../exit-codes';
import { parseBytes, parseChoice, parseWhole } from '../numbers';
import { parseRemotePath } from '../remote-path';
import type { CommandAction, Session } from '../session';
import { throwAsFolder } from './named-target';
import { downloadToOutput } from './piped';
import { pairsOf } from './upload-settings';

/** Blobs one after the other, as `cat` does with files. */
export function printBlobs(paths: readonly string[]): CommandAction {
  return async (session) => {
    for (const path of paths.map(blobPath)) await downloadToOutput(path)(session);
    return exitCodes.done;
  };
}

export interface HeadOptions {
  readonly lines?: string;
  readonly bytes?: string;
}

const headStep = 64 * KiB;

/** The first lines, or bytes, of one blob; no more is downloaded than the next multiple of 64 KiB. */
export function printStart(path: string, options: HeadOptions): CommandAction {
  const blob = blobPath(path);
  if (options.lines !== undefined && options.bytes !== undefined) {
    throw invalidInput('--lines', 'it cannot be combined with --bytes.', 'Use only one of them.');
  }
  const maxBytes = options.bytes === undefined ? Infinity : parseBytes('--bytes', options.bytes);
  let linesLeft =
    options.bytes === undefined ? parseWhole('--lines', options.lines ?? '10', 1, Number.MAX_SAFE_INTEGER) : Infinity;
  return async (session) => {
    const { engine, output, signal } = session;
    const account = await engine.rooms.accounts.open(await session.connectionId());
    const { bytes, etag } = await readBlobProperties(account, blob.container, blob.rest, signal).catch(
      (thrown: unknown) => throwAsFolder(thrown, blob, account, signal),
    );
    const address = { container: blob.container, name: blob.rest, etag };
    const end = Math.min(bytes, maxBytes);
    for (let offset = 0; offset < end && linesLeft > 0; offset += headStep) {
      const range = { offset, length: Math.min(headStep, end - offset) };
      const piece = await fetchIntact(address, range, account, {
        signal,
        onAttempt: () => undefined,
        retried: () => undefined,
      });
      let length = piece.length;
      for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) {
        linesLeft -= 1;
        if (linesLeft === 0) {
          length = at + 1;
          break;
        }
      }
      output.bytes(piece.subarray(0, length));
      await output.taken(signal);
    }
    return exitCodes.done;
  };
}

/** Everything that the service returns about a blob or a container. */
export function printDetails(paths: readonly string[]): CommandAction {
  return async ({ engine, output, signal, connectionId }) => {
    const id = await connectionId();
    for (const { container, rest: name } of paths.map(parseRemotePath)) {
      const details =
        name === ''
          ? {
              name: container,
              ...(await engine.calls['container-details.read']({ connectionId: id, container }, { signal })),
              ...(await rightsIn({ engine, signal }, id, container)),
            }
          : await Promise.resolve(
              engine.calls['blob-details.read']({ connectionId: id, container, name }, { signal }),
            ).catch(async (thrown: unknown) =>
              throwAsFolder(thrown, { container, rest: name }, await engine.rooms.accounts.open(id), signal),
            );
      output.record(details, linesOf(withoutRepetition(details)).join('\n'));
    }
    return exitCodes.done;
  };
}

/** As text, without the headers of the response and what else says the same again. */
function withoutRepetition(details: object): object {
  const repeated = ['headers', 'http', 'tierFacts'];
  return Object.fromEntries(Object.entries(details).filter(([name]) => !repeated.includes(name)));
}

/** What a sign-in or a SAS may do in the container, found out by reading; nothing with an account key. */
async function rightsIn(
  { engine, signal }: Pick<Session, 'engine' | 'signal'>,
  connectionId: string,
  container: string,
): Promise<{ readonly rights?: readonly NamedValue[] }> {
  const target = { service: 'blob', resource: container } as const;
  const find = async () => (await engine.rooms.connections.list()).find(({ id }) => id === connectionId);
  const connection = await find();
  if (connection === undefined || (connection.kind !== 'sign-in' && connection.sas === undefined)) return {};
  await engine.calls['connections.check-rights']({ connectionId, ...target }, { signal });
  const learned = (await find())?.rights;
  const scope = scopeText({ ...target, account: connection.accountName });
  const rights = dataRights.map((right) => {
    const found = learnedIn(learned, target, right);
    const role = found?.state === 'denied' && found.cause !== 'sas' ? roleFor('blob', right) : null;
    const state = found === undefined ? 'not tried' : rightStateTexts[found.state];
    return { name: right, value: role === null ? state : `${state}; ask for “${role}” on ${scope}` };
  });
  return { rights };
}

const rightStateTexts = { allowed: 'allowed', denied: 'denied', varies: 'allowed for some' } as const;

/** `name: value` for everything that is set; what belongs together is indented. */
function linesOf(details: object, indent = ''): string[] {
  return Object.entries(details).flatMap(([name, value]: [string, unknown]) => {
    if (value === '' || value === null) return [];
    if (Array.isArray(value)) {
      const pairs = value as readonly NamedValue[];
      return pairs.length === 0
        ? []
        : [`${indent}${name}:`, ...pairs.map((pair) => `${indent}  ${pair.name}: ${pair.value}`)];
    }
    if (typeof value === 'object') return [`${indent}${name}:`, ...linesOf(value, `${indent}  `)];
    return [`${indent}${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`];
  });
}

/** Bytes and blobs below a prefix, and per folder down to `--depth`. Memory grows with the folders that are printed. */
export function printUse(path: string, options: { readonly depth?: string }): CommandAction {
  const { container, rest: prefix } = parseRemotePath(path);
  const depth = parseWhole('--depth', options.depth ?? '1', 0, 100);
  return async ({ engine, output, signal, connectionId }) => {
    const account = await engine.rooms.accounts.open(await connectionId());
    const folders = new Map<string, { blobs: number; bytes: number }>();
    const sum = { blobs: 0, bytes: 0 };
    for await (const page of walkPages(account, { container, prefix, depth: 'flat', signal })) {
      for (const { name, bytes, isFolder } of page.blobs) {
        if (isFolder === true) continue;
        sum.blobs += 1;
        sum.bytes += bytes;
        const parts = name.slice(prefix.length).split('/').slice(0, -1).slice(0, depth);
        for (let count = 1; count <= parts.length; count += 1) {
          const folder = `${prefix}${parts.slice(0, count).join('/')}/`;
          const found = folders.get(folder) ?? { blobs: 0, bytes: 0 };
          folders.set(folder, { blobs: found.blobs + 1, bytes: found.bytes + bytes });
        }
      }
      output.progress(`${formatCount(sum.blobs)} blobs, ${formatBytes(sum.bytes)}`);
    }
    const rows = [...folders, [path, sum] as const].map(([name, use]) => ({ name, ...use }));
    output.table(
      ['SIZE', 'BLOBS', 'FOLDER'],
      rows.map(({ name, blobs, bytes }) => [formatBytes(bytes), formatCount(blobs), name]),
      rows.map(({ name, blobs, bytes }) => ({ name, blobs, bytes })),
    );
    return exitCodes.done;
  };
}

export interface ChangeOptions {
  readonly clear?: boolean;
  readonly dryRun?: boolean;
}

const kinds = {
  tags: { problemsOf: tagProblems, noun: 'tags' },
  metadata: { problemsOf: metadataProblems, noun: 'metadata' },
} as const;

async function readPairs(kind: keyof typeof kinds, path: string, session: Session): Promise<Subject> {
  const { container, rest: name } = blobPath(path);
  const { engine, signal } = session;
  const blob = { connectionId: await session.connectionId(), container, name };
  if (kind === 'tags') return { blob, etag: '', pairs: await engine.calls['blob-details.tags'](blob, { signal }) };
  const { etag, metadata } = await engine.calls['blob-details.read'](blob, { signal });
  return { blob, etag, pairs: metadata };
}

interface Subject {
  readonly blob: { readonly connectionId: string; readonly container: string; readonly name: string };
  readonly etag: string;
  readonly pairs: readonly NamedValue[];
}

export function printPairs(kind: keyof typeof kinds, path: string): CommandAction {
  return async (session) => {
    const { pairs } = await readPairs(kind, path, session);
    session.output.record(
      asObject(pairs),
      pairs.map(({ name, value }) => `${name}=${value}`).join('\n') || `No ${kinds[kind].noun}.`,
    );
    return exitCodes.done;
  };
}

/** Replaces all of them, unless the blob was changed since they were read. */
export function setPairs(
  kind: keyof typeof kinds,
  path: string,
  texts: readonly string[],
  options: ChangeOptions,
): CommandAction {
  if (texts.length === 0 && options.clear !== true) {
    throw invalidInput(
      'NAME=VALUE',
      `no ${kinds[kind].noun} were given.`,
      'Write NAME=VALUE, or add --clear to remove all.',
    );
  }
  if (texts.length > 0 && options.clear === true) {
    throw invalidInput('--clear', 'it cannot be combined with NAME=VALUE.', 'Use only one of them.');
  }
  const pairs = Object.entries(pairsOf('NAME=VALUE', texts, kinds[kind].problemsOf)).map(([name, value]) => ({
    name,
    value,
  }));
  return async (session) => {
    const { engine, output, signal } = session;
    const before = await readPairs(kind, path, session);
    if (options.dryRun === true) {
      output.record(
        { path, before: asObject(before.pairs), after: asObject(pairs) },
        changeOf(path, before.pairs, pairs),
      );
      return exitCodes.done;
    }
    if (kind === 'tags') {
      await engine.calls['blob-details.set-tags']({ ...before.blob, read: [...before.pairs], tags: pairs }, { signal });
    } else {
      await engine.calls['blob-details.set-metadata'](
        { ...before.blob, ifMatch: before.etag, metadata: pairs },
        { signal },
      );
    }
    output.record({ path, [kind]: asObject(pairs) }, `Set ${kinds[kind].noun} of ${path}.`);
    return exitCodes.done;
  };
}

const asObject = (pairs: readonly NamedValue[]): Record<string, string> =>
  Object.fromEntries(pairs.map(({ name, value }) => [name, value]));

function changeOf(path: string, before: readonly NamedValue[], after: readonly NamedValue[]): string {
  const lines = (sign: string, of: readonly NamedValue[], others: readonly NamedValue[]): string[] =>
    of
      .filter((pair) => !others.some(({ name, value }) => name === pair.name && value === pair.value))
      .map(({ name, value }) => `${sign} ${name}=${value}`);
  const changes = [...lines('-', before, after), ...lines('+', after, before)];
  return [path, ...(changes.length === 0 ? ['  nothing would change'] : changes.map((line) => `  ${line}`))].join('\n');
}

export function printTier(path: string): CommandAction {
  return async (session) => {
    const { container, rest: name } = blobPath(path);
    const { engine, output, signal } = session;
    const blob = { connectionId: await session.connectionId(), container, name };
    const { tierFacts } = await engine.calls['blob-details.read'](blob, { signal });
    const state = [tierFacts.isInferred ? 'by default' : '', tierFacts.archiveStatus].filter((text) => text !== '');
    output.record(tierFacts, [tierFacts.name || 'no tier', ...state].join(', '));
    return exitCodes.done;
  };
}

export interface TierOptions {
  readonly priority?: string;
  readonly dryRun?: boolean;
}

export function setTier(path: string, requested: string, options: TierOptions): CommandAction {
  const { container, rest: name } = blobPath(path);
  const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
  const tier = parseChoice('TIER', capital(requested), accessTiers);
  const priority =
    options.priority === undefined ? null : parseChoice('--priority', capital(options.priority), rehydratePriorities);
  return async (session) => {
    const { engine, output, signal } = session;
    const blob = { connectionId: await session.connectionId(), container, name };
    if (options.dryRun === true) {
      const { tierFacts } = await engine.calls['blob-details.read'](blob, { signal });
      output.record({ path, before: tierFacts.name, after: tier }, `${path}: ${tierFacts.name || 'no tier'} → ${tier}`);
      return exitCodes.done;
    }
    await engine.calls['blob-details.set-tier']({ ...blob, tier, priority }, { signal });
    output.record({ path, tier }, `Set the tier of ${path} to ${tier}.`);
    return exitCodes.done;
  };
}

export interface SasOptions {
  readonly permissions?: string;
  readonly expires?: string;
  readonly starts?: string;
  readonly ip?: string;
  readonly policy?: string;
  readonly http?: boolean;
  readonly table?: boolean;
  readonly delegation?: boolean;
}

/** Signs a SAS for a container, a blob, or with `--table` a table. Sends a request only for a user delegation key. */
export function createSas(path: string, options: SasOptions): CommandAction {
  const resource = options.table === true ? ({ kind: 'table', table: path } as const) : resourceOf(path);
  const letters = options.permissions ?? '';
  const rights = orderedRights(resource.kind, letters);
  const strange = [...letters].find((letter) => !rights.includes(letter));
  if (strange !== undefined) {
    const known = sasRights[resource.kind].map(({ letter, word }) => `${letter} (${word})`).join(', ');
    throw invalidInput('--permissions', `"${strange}" is not a permission for a ${resource.kind}.`, `Use ${known}.`);
  }
  const request = {
    resource,
    rights,
    startsOn: sasTime(options.starts ?? ''),
    expiresOn: expiryOf(options.expires ?? ''),
    ipRange: options.ip ?? '',
    protocol: 'https' as const,
    policy: options.policy ?? '',
  };
  const names = { rights: '--permissions', startsOn: '--starts', expiresOn: '--expires', ipRange: '--ip' } as const;
  const isLimited = options.policy === undefined;
  if (isLimited && letters === '')
    throw invalidInput('--permissions', 'it is missing.', 'Write the permissions as letters, such as --permissions r.');
  if (isLimited && options.expires === undefined)
    throw invalidInput('--expires', 'it is missing.', 'Write a time such as 7d, 12h or 2026-03-01T08:00:00Z.');
  const [problem] = Object.entries(sasProblems(request, Date.now()));
  if (problem !== undefined) {
    throw invalidInput(names[problem[0] as keyof typeof names], 'it is not valid.', problem[1]);
  }
  return async (session) => {
    const { engine, output, signal } = session;
    const connectionId = await session.connectionId();
    const { descriptor } = await engine.rooms.accounts.open(connectionId);
    if (options.delegation === true) {
      if (descriptor.credential.kind !== 'token') {
        throw new StowageError('invalid.input', 'The connection does not sign in.', {
          context: {
            field: '--delegation',
            problem: 'a user delegation SAS needs a connection that signs in.',
            fix: 'Add one with stowage connections add NAME --account-name A --auth sign-in.',
          },
        });
      }
    }
    // Of a local store, which has no other protocol, the SAS would be of no use.
    const isPlain = descriptor.endpoints[resource.kind === 'table' ? 'table' : 'blob']?.startsWith('http:') === true;
    const wanted = options.http === true || isPlain ? { ...request, protocol: 'https,http' as const } : request;
    const { url, token } = await engine.calls['sas.create']({ connectionId, request: wanted }, { signal });
    output.record({ url, token, expiresOn: request.expiresOn }, url);
    return exitCodes.done;
  };
}

function resourceOf(path: string): SasResource {
  const { container, rest: name } = parseRemotePath(path);
  if (name.endsWith('/')) throw invalidInput('PATH', 'a SAS is for a container or a blob, not a folder.', 'Name one.');
  return name === '' ? { kind: 'container', container } : { kind: 'blob', container, name };
}

const unitsMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `90m`, `12h` or `7d` from now, or a time in UTC. */
function expiryOf(text: string): string {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text.trim()) ?? [];
  if (count === undefined || unit === undefined) return sasTime(text);
  return sasTimeAt(Date.now() + Number(count) * unitsMs[unit as keyof typeof unitsMs]);
}

function blobPath(path: string): ReturnType<typeof parseRemotePath> {
  const parsed = parseRemotePath(path);
  if (parsed.rest !== '' && !parsed.rest.endsWith('/')) return parsed;
  throw invalidInput('PATH', `"${path}" does not name a blob.`, 'Use CONTAINER/BLOB.');
}
