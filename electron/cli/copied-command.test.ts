// The commands that the window copies, read back by a real shell and the grammar of the command line.
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type SyncCommand, stowageDownload, stowageSync } from '@shared/commands/blob-commands';
import { stowageCommand } from '@shared/query/copy-as';
import type { KeyCondition, TableQuery } from '@shared/model/table-query';
import { filter, legalKey } from '@shared/query/fixtures/arbitraries';
import { wholeFilter } from '@shared/query/key-filter';
import { endpointOf } from './commands/endpoints';
import { type QueryOptions, queryFrom } from './commands/query';
import type { SyncFlags } from './commands/sync';
import { buildProgram } from './program';
import { parseRemotePath } from './remote-path';

/** As the shell would hand them over. */
function argumentsOf(commands: readonly string[]): readonly (readonly string[])[] {
  const script = commands
    .flatMap((command) => command.split(/\n(?=stowage )/))
    .map((command) => command.replace(/^stowage/, String.raw`printf '%s\0'`) + String.raw`; printf '\001\0'`)
    .join('\n');
  const text = execFileSync('/bin/sh', [], { input: script, encoding: 'utf8' });
  return text
    .split('\u0001\0')
    .slice(0, -1)
    .map((each) => each.split('\0').slice(0, -1));
}

function parsed(words: readonly string[]): { readonly query: TableQuery; readonly connection: string | undefined } {
  const never = () => Promise.reject(new Error('nothing is run'));
  const program = buildProgram({
    version: '0',
    run: never,
    runWithoutEngine: never,
    runProgram: never,
    emulator: never,
  });
  const command = program.commands.find((each) => each.name() === 'query');
  if (command === undefined) throw new Error('There is no query command.');
  let query: TableQuery | undefined;
  command.action((table: string, options: QueryOptions) => {
    query = queryFrom(table, options);
  });
  program.parse([...words], { from: 'user' });
  if (query === undefined) throw new Error('The query command was not reached.');
  return { query, connection: program.opts<{ connection?: string }>().connection };
}

const safeKey = legalKey.filter((value) => !value.includes('\u0001'));
const bound = safeKey.map((value) => ({ value, inclusive: true }));
const keyCondition: fc.Arbitrary<KeyCondition> = fc.oneof(
  fc.constant<KeyCondition>({ kind: 'any' }),
  fc
    .oneof(safeKey, fc.constantFrom('', '-5', '--rk', "o'n", 'a b', '$HOME', '`x`', '"', '*', '='))
    .map((value): KeyCondition => ({ kind: 'is', value })),
  safeKey.map((prefix): KeyCondition => ({ kind: 'starts-with', prefix })),
  safeKey.map((prefix): KeyCondition => ({ kind: 'starts-with', prefix, delimiter: ';' })),
  bound.map((from): KeyCondition => ({ kind: 'range', from })),
  bound.map((to): KeyCondition => ({ kind: 'range', to: { ...to, inclusive: false } })),
  fc.array(safeKey, { minLength: 1, maxLength: 3 }).map((values): KeyCondition => ({ kind: 'one-of', values })),
);
const shape = {
  table: fc.constantFrom('Movies', 'Orders2'),
  select: fc.constantFrom<string[]>([], ['A'], ['Größe', 'B_1']),
  pageSize: fc.integer({ min: 1, max: 1000 }),
};
const extras = fc.record(
  { limit: fc.integer({ min: 1, max: 5000 }), splitOr: fc.constant(true as const) },
  { requiredKeys: [] },
);
const query: fc.Arbitrary<TableQuery> = fc
  .tuple(fc.record({ ...shape, partitionKey: keyCondition, rowKey: keyCondition }), fc.option(filter), extras)
  .map(([base, where, more]) => ({ ...base, ...(where === null ? {} : { where }), ...more }))
  .filter((each) => {
    try {
      const { text } = wholeFilter(each);
      // A shell hands over no NUL, and this test parts commands with U+0001.
      return !text.includes('\0') && !text.includes('\u0001');
    } catch {
      return false;
    }
  });

it('requests the same rows in the same pages', () => {
  const queries = fc.sample(query, { numRuns: 300, seed: 7 });
  const names = ['local', "Harbour's quay", '-x', '$(id)'];
  const commands = queries.map((each, index) => stowageCommand({ connectionName: names[index % 4] ?? '' }, each));
  const results = argumentsOf(commands).map(parsed);
  expect(results).toHaveLength(queries.length);
  for (const [index, result] of results.entries()) {
    const wanted = queries[index];
    if (wanted === undefined) throw new Error('More results than queries.');
    expect(result.connection).toBe(names[index % 4]);
    expect(wholeFilter(result.query).text).toBe(wholeFilter(wanted).text);
    const { table, select, pageSize, limit, splitOr } = wanted;
    expect({ ...result.query }).toMatchObject({
      table,
      select,
      pageSize,
      ...(limit === undefined ? {} : { limit }),
      ...(splitOr === undefined ? {} : { splitOr }),
    });
  }
});

it('preserves conditions as options if there are any', () => {
  const wanted: TableQuery = {
    table: 'Orders',
    partitionKey: { kind: 'starts-with', prefix: "Sports;o'n", delimiter: ';' },
    rowKey: {
      kind: 'range',
      from: { value: '-2026', inclusive: true },
      to: { value: 'z z', inclusive: true },
      delimiter: ';',
    },
    where: {
      kind: 'comparison',
      property: 'Rating',
      operator: 'gt',
      operand: { type: 'Edm.Double', value: '4.0' },
    },
    select: ['Rating', 'Name'],
    pageSize: 50,
    limit: 7,
    splitOr: true,
  };
  const [words = []] = argumentsOf([stowageCommand({ connectionName: 'local' }, wanted)]);
  expect(parsed(words).query).toEqual(wanted);
});

it('downloads the same blobs and folders', () => {
  const segment = fc
    .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
    .map((text) => text.replace(/[\0\u0001/]/g, '_').replace(/^\.\.?$/, '_'));
  const name = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/'));
  const wanted = fc.sample(
    fc.record({ blobs: fc.array(name, { maxLength: 3 }), folders: fc.array(name, { maxLength: 2 }) }),
    {
      numRuns: 200,
      seed: 11,
    },
  );
  const commands = wanted.map(({ blobs, folders }) =>
    stowageDownload(
      { endpoint: '', accountName: '', credential: 'key', connectionName: "Harbour's quay" },
      { container: 'box', blobs, folders: folders.map((folder) => `${folder}/`) },
    ),
  );
  const never = () => Promise.reject(new Error('nothing is run'));
  /** What it downloads, and where to. */
  const read = (words: readonly string[]): readonly (readonly [string, string])[] => {
    const program = buildProgram({
      version: '0',
      run: never,
      runWithoutEngine: never,
      runProgram: never,
      emulator: never,
    });
    const command = program.commands.find((each) => each.name() === 'download');
    let given: readonly string[] = [];
    command?.action((args: readonly string[]) => {
      given = args;
    });
    program.parse([...words], { from: 'user' });
    expect(program.opts<{ connection?: string }>().connection).toBe("Harbour's quay");
    return given.slice(0, -1).map((index) => {
      const { container, rest } = parseRemotePath(index);
      expect(container).toBe('box');
      return [rest, given.at(-1) ?? ''];
    });
  };
  for (const [index, text] of commands.entries()) {
    const { blobs, folders } = wanted[index] ?? { blobs: [], folders: [] };
    const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('/') + 1);
    expect(argumentsOf([text]).flatMap(read)).toEqual([
      // The contents of a folder, so that no blob of its name is meant.
      ...folders.map((folder) => [`${folder}/`, `./${nameOf(folder)}`]),
      ...blobs.map((blob) => [blob, '.']),
      ...(blobs.length + folders.length === 0 ? [['', '.']] : []),
    ]);
  }
});

it('syncs the same two places, wherever it is pasted', () => {
  // Characters that a terminal obeys need a shell that knows $'…': pasted-command.integration.test.ts.
  const text = fc
    .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
    .map((each) => each.replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, '_'));
  const hostile = fc.oneof(
    text,
    fc.constantFrom(
      '-x',
      '--yes',
      '/etc',
      './a',
      '../a',
      '~/a',
      'C:/a',
      'C',
      'https://a',
      's3://a',
      'a:b',
      "o'n",
      '$(id)',
      '*',
    ),
  );
  const ids = ['7f9c2ba4', '0d1e2f30'] as const;
  const place = (id: string, name: string): fc.Arbitrary<SyncCommand['source']> =>
    fc.oneof(
      hostile.map((path) => ({ kind: 'local' as const, path: `/home/${path}` })),
      hostile.map((prefix) => ({
        kind: 'remote' as const,
        connection: { id, name },
        container: 'box',
        prefix: `${prefix}/`,
      })),
    );
  const wanted = fc
    .tuple(
      hostile,
      hostile.map((name) => `${name}2`),
    )
    .chain(([name, other]) =>
      fc.record({
        names: fc.constant([name, other] as const),
        sync: fc.record({
          source: place(ids[0], name),
          target: place(ids[1], other),
          compare: fc.constantFrom('mtime-size' as const, 'md5' as const, 'etag' as const),
          deletes: fc.constantFrom('never' as const, 'prompt' as const, 'true' as const),
          maxDelete: fc.nat(2000),
          exclude: fc.array(hostile, { maxLength: 2 }),
          emptyFolders: fc.boolean(),
          followLinks: fc.boolean(),
        }),
        own: fc.nat(1),
      }),
    );
  const samples = fc.sample(wanted, { numRuns: 100, seed: 13 });
  const commands = samples.map(({ names, sync, own }) => stowageSync({ connectionName: names[own] ?? '' }, sync));
  const never = () => Promise.reject(new Error('nothing is run'));
  for (const [index, words] of argumentsOf(commands).entries()) {
    const { names, sync, own } = samples[index] ?? samples[0]!;
    const program = buildProgram({
      version: '0',
      run: never,
      runWithoutEngine: never,
      runProgram: never,
      emulator: never,
    });
    let found: unknown;
    program.commands
      .find((each) => each.name() === 'sync')
      ?.action((source: string, target: string, flags: SyncFlags) => {
        const known = ids.map((id, at) => ({ id, name: names[at] ?? '', endpoints: {} }));
        const connection = program.opts<{ connection?: string }>().connection;
        const end = (field: 'SOURCE' | 'TARGET', given: string): unknown => {
          // Everything is there as a file, too.
          const { kind, ...at } = endpointOf(field, given, { known, connection, isLocal: () => field === 'SOURCE' });
          if (kind === 'local') return at;
          const {
            account = { name: connection ?? '' },
            container,
            rest,
          } = at as Exclude<ReturnType<typeof endpointOf>, { kind: 'local' }>;
          const id = 'name' in account ? known.find((one) => [one.id, one.name].includes(account.name))?.id : '';
          return { id, container, prefix: rest };
        };
        const { compare = 'mtime-size', deleteDestination: deletes = 'never', maxDelete, exclude = [] } = flags;
        const { emptyFolders = false, followLinks = false } = flags;
        found = {
          connection,
          source: end('SOURCE', source),
          target: end('TARGET', target),
          compare,
          deletes,
          maxDelete,
          exclude,
          emptyFolders,
          followLinks,
        };
      });
    program.parse([...words], { from: 'user' });
    const end = (one: SyncCommand['source']): unknown =>
      one.kind === 'local'
        ? { path: one.path }
        : { id: one.connection.id, container: one.container, prefix: one.prefix };
    expect(found, commands[index]).toEqual({
      connection: names[own],
      source: end(sync.source),
      target: end(sync.target),
      compare: sync.compare,
      deletes: sync.deletes,
      maxDelete: sync.deletes === 'never' ? undefined : String(sync.maxDelete),
      exclude: sync.exclude,
      emptyFolders: sync.emptyFolders,
      followLinks: sync.followLinks,
    });
  }
});
