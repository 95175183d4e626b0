// What an import on the command line says of its input, and of what it makes of it.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, startCommandLine } from './fixtures/command-line';

let line: CommandLine;
let dir: string;
beforeAll(async () => {
  line = await startCommandLine();
  ({ dir } = line);
});
afterAll(async () => {
  expect(await line.dispose()).toBe(0);
});

it('says which columns are left out, and which type of a column is none', async () => {
  const path = join(dir, 'stamped.csv');
  await writeFile(path, 'PartitionKey,RowKey,Timestamp,N\na,1,2026-01-01T00:00:00Z,1\n');
  const { out } = await line.run('import', 'Nowhere', path, '--dry-run');
  expect(out.split('\n').filter((each) => each.endsWith('left out'))).toEqual([expect.stringMatching(/^Timestamp /u)]);
  const { lines } = await line.onStore('import', 'Nowhere', path, '--dry-run');
  const { columns } = lines[0] as unknown as { readonly columns: readonly { name: string; leftOut?: boolean }[] };
  expect(columns.filter(({ leftOut }) => leftOut === true).map(({ name }) => name)).toEqual(['Timestamp']);
  const types = join(dir, 'types.json');
  await writeFile(types, '{"N":"Edm.Binry"}');
  const refused = await line.onStore('import', 'Nowhere', path, '--dry-run', '--types', types);
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringMatching(
      /--types: column N has the type "Edm\.Binry", which tables do not have\. Use one of .*Edm\.Binary/u,
    ),
  ]);
});

it('says what it made of a file that is no UTF-8, as a dry run does', async () => {
  const path = join(dir, 'latin.csv');
  await writeFile(path, Buffer.from('PartitionKey,RowKey,City\nquay,1,Malm\u00f6\n', 'latin1'));
  await line.onStore('tables', 'create', 'Cities');
  for (const args of [['--dry-run'], []]) {
    const { code, err } = await line.onStore('import', 'Cities', path, ...args);
    expect([code, err]).toEqual([0, expect.stringContaining('it is read as Windows-1252')]);
  }
});
