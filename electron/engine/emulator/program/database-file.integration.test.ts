import type * as FilesOfNode from 'node:fs/promises';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from 'lokijs';
import type * as SyncFolder from '../../../disk/sync-folder';
import { contentOf, isInLines, readContent, writeContent } from './database-file';

const steps = vi.hoisted((): string[] => []);
vi.mock('node:fs/promises', async (load) => {
  const files = await load<typeof FilesOfNode>();
  return {
    ...files,
    open: async (path: string, ...how: [string?]) => {
      const file = await files.open(path, ...how);
      const sync = file.sync.bind(file);
      file.sync = () => {
        steps.push(`sync ${basename(path)}`);
        return sync();
      };
      return file;
    },
  };
});
vi.mock('../../../disk/sync-folder', async (load) => {
  const disk = await load<typeof SyncFolder>();
  return {
    ...disk,
    renameSynced: (from: string, to: string) => {
      steps.push(`rename to ${basename(to)}, synced`);
      return disk.renameSynced(from, to);
    },
  };
});

/** The part of it that is used here. */
interface Loki extends Database {
  addCollection(name: string, options: object): { insert(held: object): void };
  loadDatabase(options: object, done: (error?: Error | null) => void): void;
}
const NewLoki = createRequire(import.meta.url)('lokijs') as new (path: string, options: object) => Loki;

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-database-'));
  path = join(folder, 'db.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function databaseWith(...collections: readonly (readonly object[])[]): Loki {
  const database = new NewLoki(path, { persistenceMethod: 'fs' });
  collections.forEach((held, index) => {
    const collection = database.addCollection(`collection ${index}`, { indices: ['name'] });
    for (const each of held) collection.insert({ ...each });
  });
  return database;
}

const reopened = async (): Promise<Loki> => {
  const database = new NewLoki(path, { persistenceMethod: 'fs' });
  await new Promise<void>((resolve, reject) => {
    database.loadDatabase({}, (error) => (error ? reject(error) : resolve()));
  });
  return database;
};

describe('the file of a database', () => {
  it.each([
    ['nothing', []],
    ['an empty collection between others', [[{ name: 'a' }], [], [{ name: 'b' }, { name: 'c' }]]],
    ['texts that look like the lines between them', [[{ name: ']},' }, { name: '"data":[\n' }, { name: '],' }]]],
    ['line ends of other readers', [[{ name: 'a\u2028b\u2029c\u0085d\re' }]]],
    ['what is longer than is written at once', [Array.from({ length: 5 }, () => ({ name: 'ä'.repeat(700_000) }))]],
  ])('preserves %s, in its own lines and in the code of the database', async (_, collections) => {
    const database = databaseWith(...collections);
    await writeContent(path, contentOf(database));
    const whole = JSON.parse(await readFile(path, 'utf8')) as unknown;
    expect(await isInLines(path)).toBe(true);
    expect(await readContent(path)).toEqual(whole);
    const names = (await reopened()).collections.map(({ data }) =>
      data.map((held) => (held as { readonly name?: string }).name),
    );
    expect(names).toEqual(collections.map((held) => held.map(({ name }) => name)));
  });

  it('preserves names that match the parts of a database that it does not write', async () => {
    const held = { name: 'a', properties: { ttl: 5, constraints: 'strict', throttledSavePending: true } };
    await writeContent(path, contentOf(databaseWith([held])));
    expect((await reopened()).collections[0]?.data[0]).toMatchObject(held);
  });

  it('is not read as lines when the code of the database wrote it, or when it is missing', async () => {
    expect(await isInLines(path)).toBe(false);
    const database = databaseWith([{ name: 'a' }]);
    await new Promise((resolve) => database.saveDatabase(resolve));
    expect(await isInLines(path)).toBe(false);
  });

  it('is unchanged when a new version cannot be written', async () => {
    await writeContent(path, [Buffer.from('{"collections":[\n]}\n')]);
    await expect(writeContent(path, ['no bytes', 5] as never)).rejects.toThrow();
    expect(await readContent(path)).toEqual({ collections: [] });
    // And nothing of the new version remains on a disk that may be full.
    expect(await readdir(folder)).toEqual([basename(path)]);
  });

  it('is not opened in part when it is truncated at any position', async () => {
    await writeContent(path, contentOf(databaseWith([{ name: 'a' }, { name: 'b' }], [{ name: 'c' }])));
    const whole = await readFile(path, 'utf8');
    // Behind each line, and within the next one.
    const ends = [...whole.slice(0, -1).matchAll(/\n/gu)].map(({ index }) => index + 1);
    for (const at of ends.flatMap((end) => [end, end + 1])) {
      await writeFile(path, whole.slice(0, at));
      await expect(readContent(path)).rejects.toThrow(SyntaxError);
    }
    await expect(reopened()).rejects.toThrow(SyntaxError);
    // Only the last end of a line is missing, as where another program wrote it.
    await writeFile(path, whole.trimEnd());
    expect(await readContent(path)).toEqual(JSON.parse(whole));
    await writeFile(path, `${whole}${whole}`);
    await expect(readContent(path)).rejects.toThrow(SyntaxError);
  });

  it('is on disk before it replaces the previous version, and then so is its name', async () => {
    steps.length = 0;
    await writeContent(path, contentOf(databaseWith([{ name: 'a' }])));
    // The folder is synced by renameSynced, which has a test.
    expect(steps.slice(0, 2)).toEqual(['sync db.json~', 'rename to db.json, synced']);
  });
});
