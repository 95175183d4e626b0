// Secondary indexes from the command line, with what writes to such a table and what does not.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, startCommandLine } from './fixtures/command-line';

let line: CommandLine;
beforeAll(async () => {
  line = await startCommandLine();
});
afterAll(() => line.dispose());

it('an index is created, maintained, verified, repaired and dropped', async () => {
  await line.onStore('tables', 'create', 'People');
  const file = join(line.dir, 'people.csv');
  await writeFile(file, 'PartitionKey,RowKey,LastName\np,1,Smith\np,2,Jones\nq,1,Smith\n');
  expect((await line.onStore('import', 'People', file)).code).toBe(0);
  const created = await line.onStore('index', 'create', 'People', 'byName', '--property', 'LastName');
  expect(created).toMatchObject({ code: 0, lines: [{ state: 'ready', entities: 3, indexed: 3, changed: 3 }] });
  expect((await line.onStore('index', 'list', 'People')).lines).toMatchObject([
    { name: 'byName', property: 'LastName', state: 'ready' },
  ]);

  await writeFile(file, 'PartitionKey,RowKey,LastName\np,3,Li\n');
  expect((await line.onStore('import', 'People', file)).code).toBe(0);
  expect(await line.onStore('index', 'verify', 'People', 'byName')).toMatchObject({
    code: 0,
    lines: [{ state: 'ready', entities: 4, indexed: 4, missing: 0 }],
  });
  expect((await line.onStore('count', 'People')).lines).toMatchObject([{ count: 4, indexRows: 5 }]);
  const exported = await line.onStore('export', 'People', join(line.dir, 'out.csv'));
  expect(exported).toMatchObject({ code: 0, err: expect.stringContaining('rows of the index byName') as string });
  const alone = join(line.dir, 'alone.csv');
  const skipped = await line.onStore('export', 'People', alone, '--skip-index-rows');
  expect([skipped.lines, skipped.err]).toMatchObject([[{ rows: 4 }], expect.stringContaining('are not in the file')]);
  expect(await readFile(alone, 'utf8')).not.toContain('~ix~');
  // Either file can be imported: one with index rows into a table without indexes, the other into this one.
  await line.onStore('tables', 'create', 'Twin');
  const again = await line.onStore('import', 'People', alone, '--mode', 'upsert-replace');
  expect([again.code, again.lines]).toMatchObject([0, [{ rejected: 0 }]]);
  expect(await line.onStore('index', 'verify', 'People', 'byName')).toMatchObject({
    lines: [{ entities: 4, indexed: 4, missing: 0, stale: 0, orphaned: 0 }],
  });
  const twin = await line.onStore('import', 'Twin', join(line.dir, 'out.csv'));
  expect([twin.code, twin.lines]).toMatchObject([1, [{ rows: 9, inserted: 8, rejected: 1 }]]);

  expect((await line.onStore('index', 'create', 'People', 'byName', '--property', 'LastName')).code).toBe(5);
  const dropped = await line.onStore('index', 'drop', 'People', 'byName');
  expect([dropped.code, dropped.err]).toEqual([2, expect.stringContaining('--yes')]);
  expect(await line.onStore('index', 'drop', 'People', 'byName', '--yes')).toMatchObject({
    code: 0,
    lines: [{ rows: 4 }],
  });
  expect((await line.onStore('count', 'People')).lines).toMatchObject([{ count: 4 }]);
});
