// The saved entries on a real disk: what is stored is what is read, also by the next engine and after damage.
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shareBelowOne } from '@shared/fixtures/spread-numbers';
import type { StreamEvent } from '@shared/ipc/contract';
import { type HistoryEntry, type QueryTerms, type SavedQueryInput, historyEntry } from '@shared/model/saved-query';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filter } from '../../../shared/query/fixtures/arbitraries';
import { type Library, createLibrary } from './create-library';
import { openPersistedFile } from '../../disk/persisted-file';

let stateDir = '';
let logged: string[] = [];
const signal = new AbortController().signal;

beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-library-'));
  logged = [];
});
afterEach(() => rm(stateDir, { recursive: true, force: true }));

const libraryHere = (): Library =>
  createLibrary({ stateDir, clock: { now: () => 1000 }, log: (line) => logged.push(line) });

/** The JSON of a filter of so many levels, which `JSON.stringify` could not write. */
const nested = (levels: number): string =>
  `${'{"kind":"not","node":'.repeat(levels)}{"kind":"truth","property":"A"}${'}'.repeat(levels)}`;

/** The first event of a stream. */
async function first<E>(
  open: (context: { readonly signal: AbortSignal; readonly push: (event: E) => void }) => Promise<void>,
): Promise<E | undefined> {
  const controller = new AbortController();
  let event: E | undefined;
  await open({
    signal: controller.signal,
    push: (pushed) => {
      event = pushed;
      controller.abort();
    },
  });
  return event;
}
const savedIn = (library: Library) =>
  first<StreamEvent<'library.watch'>>((context) => library.streams['library.watch']({}, context));
const runsIn = (library: Library) =>
  first<HistoryEntry[]>((context) =>
    library.streams['library.watch-history']({ connectionId: 'local', table: 'Movies' }, context),
  );

const anyTerms: fc.Arbitrary<QueryTerms> = fc.record(
  {
    partitionKey: fc.oneof(
      fc.constant({ kind: 'any' as const }),
      fc.record({ kind: fc.constant('is' as const), value: fc.string({ unit: 'binary' }) }),
    ),
    rowKey: fc.record({ kind: fc.constant('one-of' as const), values: fc.array(fc.string()) }),
    where: filter,
    filterText: fc.string({ unit: 'binary' }),
    select: fc.array(fc.string()),
    pageSize: fc.integer({ min: 1, max: 1000 }),
    limit: fc.integer({ min: 1, max: 1_000_000 }),
    splitOr: fc.boolean(),
  },
  { requiredKeys: ['partitionKey', 'rowKey', 'select'] },
);
const anyEntry: fc.Arbitrary<HistoryEntry> = fc.record({
  id: fc.string({ minLength: 1 }),
  table: fc.string(),
  terms: anyTerms,
  ranAtMs: fc.nat(),
  lastRun: fc.record({
    ending: fc.constantFrom('complete', 'limit', 'waiting', 'stopped', 'failed', 'running'),
    rows: fc.nat(),
    requests: fc.nat(),
    bytes: fc.nat(),
    elapsedMs: fc.nat(),
    costClass: fc.constantFrom('point', 'table-scan'),
    token: fc.option(fc.string()),
    from: fc.constantFrom('start', 'token'),
  }),
});

const everything: QueryTerms = { partitionKey: { kind: 'any' }, rowKey: { kind: 'any' }, select: [] };
const named = (name: string): SavedQueryInput => ({
  name,
  description: '',
  place: { kind: 'table', connectionId: 'local', table: 'Movies' },
  terms: everything,
});
const stoppedRun = {
  ending: 'stopped' as const,
  rows: 12_340,
  requests: 13,
  bytes: 1_000,
  elapsedMs: 90,
  costClass: 'table-scan' as const,
  token: 's1.x.y',
  from: 'start' as const,
};

describe('file of saved entries', () => {
  const fileAt = (path: string) =>
    openPersistedFile({
      path,
      entry: historyEntry,
      maxBytes: 20_000_000,
      now: () => 1000,
      log: (line) => logged.push(line),
    });

  it('returns the entries that were written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEntry, { maxLength: 5 }), async (entries) => {
        const path = join(stateDir, 'law', 'runs.json');
        await rm(path, { force: true });
        await fileAt(path).change(() => entries);
        expect(await fileAt(path).read()).toEqual(entries);
      }),
      { numRuns: 40 },
    );
  });

  it('returns entries that it contained and sets a copy aside when it is truncated or changed anywhere', async () => {
    const path = join(stateDir, 'runs.json');
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyEntry, { minLength: 1, maxLength: 4 }),
        shareBelowOne,
        fc.constantFrom('cut', 'blot'),
        async (entries, place, damage) => {
          await rm(path, { force: true });
          await fileAt(path).change(() => entries);
          const text = await readFile(path, 'utf8');
          const at = Math.floor(place * (text.length - 1));
          await writeFile(
            path,
            damage === 'cut' ? text.slice(0, at) : `${text.slice(0, at)}\u0000${text.slice(at + 1)}`,
          );
          const readable = await fileAt(path).read();
          expect(readable.length).toBeLessThanOrEqual(entries.length);
          // The entries that were read are what the next one reads: the file is whole again.
          expect(await fileAt(path).read()).toEqual(readable);
        },
      ),
      { numRuns: 40 },
    );
    expect((await readdir(stateDir)).some((name) => name.includes('.damaged-'))).toBe(true);
    expect(logged.length).toBeGreaterThan(0);
  });

  it('returns the valid entries of a list with an invalid one', async () => {
    const path = join(stateDir, 'runs.json');
    const [sound] = fc.sample(anyEntry, { numRuns: 1, seed: 7 });
    await writeFile(path, JSON.stringify({ version: 1, entries: [{ id: 5 }, sound, null] }));
    expect(await fileAt(path).read()).toEqual([sound]);
  });

  it.each([
    ['a filter nested deeper than a call can follow', nested(100_000)],
    ['an entry larger than any of ours', { kind: 'starts-with', property: 'A', prefix: 'x'.repeat(2_000_000) }],
  ])('returns the other entries of a list that somebody gave %s', async (_, where) => {
    const path = join(stateDir, 'runs.json');
    const [sound] = fc.sample(anyEntry, { numRuns: 1, seed: 7 });
    const terms = { partitionKey: { kind: 'any' }, rowKey: { kind: 'any' }, select: [], where: 'WHERE' };
    const text = JSON.stringify({ version: 1, entries: [{ ...sound, terms }, sound] });
    await writeFile(path, text.replace('"WHERE"', typeof where === 'string' ? where : JSON.stringify(where)));
    expect(await fileAt(path).read()).toEqual([sound]);
    expect((await readdir(stateDir)).filter((name) => name.includes('.damaged-'))).toHaveLength(1);
  });

  it('returns the first entries of a list with more than any of ours', async () => {
    const path = join(stateDir, 'runs.json');
    const [sound] = fc.sample(anyEntry, { numRuns: 1, seed: 7 });
    await writeFile(path, JSON.stringify({ version: 1, entries: Array.from({ length: 10_001 }, () => sound) }));
    expect(await fileAt(path).read()).toHaveLength(10_000);
  });

  it('does not read a file larger than any of ours', async () => {
    const path = join(stateDir, 'runs.json');
    await writeFile(path, ' '.repeat(20_000_001));
    expect(await fileAt(path).read()).toEqual([]);
    expect((await stat(path)).size).toBeLessThan(100);
  });
});

describe('the library', () => {
  it('opens although somebody gave a saved query a filter nested deeper than a call can follow', async () => {
    const before = libraryHere();
    await before.calls['library.save'](named('Sound'), { signal });
    await before.calls['library.save'](named('Deep'), { signal });
    await before.dispose();
    const path = join(stateDir, 'library', 'queries.json');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/("name":"Deep".*?"terms":\{)/u, `$1"where":${nested(20_000)},`));
    const library = libraryHere();
    expect((await savedIn(library))?.saved.map(({ name }) => name)).toEqual(['Sound']);
    await library.dispose();
  });

  it('stores saved queries for the next engine, updates them and deletes them', async () => {
    const library = libraryHere();
    const saved = await library.calls['library.save'](named('  Late berths '), { signal });
    await library.calls['library.save'](named('Early berths'), { signal });
    await library.calls['library.save']({ ...named('Later berths'), id: saved.id }, { signal });
    await library.dispose();
    const next = libraryHere();
    expect((await savedIn(next))?.saved.map(({ name }) => name)).toEqual(['Early berths', 'Later berths']);
    await next.calls['library.delete']({ id: saved.id }, { signal });
    expect((await savedIn(next))?.saved.map(({ name }) => name)).toEqual(['Early berths']);
  });

  it('rejects an empty name and a query that no request can carry', async () => {
    const { calls } = libraryHere();
    await expect(calls['library.save'](named(' '), { signal })).rejects.toMatchObject({ code: 'invalid.input' });
    const endless = { ...named('Endless'), terms: { ...everything, filterText: 'x'.repeat(70_000) } };
    await expect(calls['library.save'](endless, { signal })).rejects.toMatchObject({ code: 'invalid.input' });
  });

  it('returns the query that a table opens with and the newest unfinished run', async () => {
    const on = { connectionId: 'local', table: 'Movies' };
    const { calls } = libraryHere();
    await calls['library.set-opening']({ ...on, opening: { name: 'Late', terms: everything } }, { signal });
    await calls['library.record']({ ...on, terms: everything, lastRun: stoppedRun }, { signal });
    const next = libraryHere();
    const offered = await next.calls['library.opening']({ ...on, table: 'movies' }, { signal });
    expect(offered.opening?.name).toBe('Late');
    expect(offered.unfinished?.lastRun).toEqual(stoppedRun);

    const completed = { ...stoppedRun, ending: 'complete' as const, token: null };
    await next.calls['library.record']({ ...on, terms: everything, lastRun: completed }, { signal });
    await next.calls['library.set-opening']({ ...on, opening: null }, { signal });
    expect(await next.calls['library.opening'](on, { signal })).toEqual({ opening: null, unfinished: null });
    expect(await runsIn(next)).toHaveLength(1);
  });

  it('deletes the runs of a removed connection, but not its saved queries', async () => {
    const on = { connectionId: 'local', table: 'Movies' };
    const library = libraryHere();
    await library.calls['library.save'](named('Late berths'), { signal });
    await library.calls['library.record']({ ...on, terms: everything, lastRun: stoppedRun }, { signal });
    await library.forgetConnection('local');
    expect(await runsIn(library)).toEqual([]);
    expect((await savedIn(libraryHere()))?.saved).toHaveLength(1);
  });
});
