// When a database is saved again: by what a save costs the clients of the store, and by how busy the disk is.
import { createRequire } from 'node:module';
import { LokiFsAdapter, type Database } from 'lokijs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import './save-all';

interface Loki extends Database {
  addCollection(name: string): { insert(row: object): void };
}
const NewLoki = createRequire(import.meta.url)('lokijs') as new (path: string, options: object) => Loki;

const { write, contentOf } = vi.hoisted(() => ({ write: vi.fn(), contentOf: vi.fn(() => []) }));
vi.mock('./database-file', () => ({ contentOf, writeContent: write }));
const log = { begin: () => 'one', written: () => Promise.resolve(), failed: vi.fn() };
vi.mock('./change-log', () => ({ changeLogOf: () => log }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['half a second later where a save costs little', { writtenMs: 100, again: 1000 }],
  ['soon where only the disk is slow, which holds nobody up', { writtenMs: 900, again: 4500 }],
  ['after five seconds at most', { writtenMs: 2900, again: 8500 }],
])('a constantly changing database is saved again %s', async (_when, { writtenMs, again }) => {
  const startMs = performance.now();
  const saves: number[] = [];
  write.mockImplementation(() => {
    saves.push(performance.now() - startMs);
    return new Promise((resolve) => setTimeout(resolve, writtenMs));
  });
  const database = new NewLoki('kept.json', { adapter: new LokiFsAdapter() });
  const rows = database.addCollection('rows');
  database.autosaveEnable();
  for (let change = 0; saves.length < 2; change += 1) {
    rows.insert({ change });
    await vi.advanceTimersByTimeAsync(50);
  }
  database.autosaveDisable();
  expect(saves).toEqual([500, again]);
});

it('a database that cannot be serialized is not saved, and its changes are not recorded any more', async () => {
  contentOf.mockImplementationOnce(() => {
    throw new RangeError('Invalid string length');
  });
  const database = new NewLoki('kept.json', { adapter: new LokiFsAdapter() });
  const saved = await new Promise<unknown>((done) => database.saveDatabaseInternal(done));
  expect(saved).toMatchObject({ message: 'Invalid string length' });
  expect(log.failed).toHaveBeenCalledOnce();
});
