// What the command line answers to places that are not what was meant.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, startCommandLine } from './fixtures/command-line';

let line: CommandLine;
let before: string;
beforeAll(async () => {
  line = await startCommandLine('--memory');
  before = process.cwd();
  process.chdir(line.dir);
  await mkdir('dir');
  await writeFile('f.txt', 'f');
  await writeFile('dir/g.txt', 'g');
  await line.onStore('make', 'box');
  for (const path of ['f.txt', 'dir']) await line.onStore('upload', path, 'box');
});
afterAll(async () => {
  process.chdir(before);
  await line.dispose();
});

it.each([
  ['sync f.txt box', 2, 'SOURCE: "f.txt" is a file; a sync needs two folders.'],
  ['sync dir box/f.txt', 2, 'TARGET: "box/f.txt" is a blob; a sync needs two folders.'],
  ['sync box/none ./back --delete-destination true', 4, 'no blob or folder “none”'],
  ['sync dir name', 4, 'Write ./name for a file or folder of this computer'],
  ['sync other box', 4, '“other” was looked for in the account'],
  ['check f.txt box', 2, 'A: "f.txt" is a file; check needs two folders.'],
  ['check dir', 2, 'B: it is missing. Write stowage check [options] A B.'],
  ['copy box/f.txt name', 4, 'Write ./name for a file or folder of this computer'],
  ['copy dir f.txt', 2, 'TARGET: "f.txt" is a file or folder of this computer'],
  ['copy x:bucket/f name', 2, 'See stowage connections list'],
  ['upload box f.txt', 2, 'The container comes last: stowage upload f.txt box'],
  ['cat box/dir', 2, '"box/dir" is a folder, and one blob is needed.'],
  ['stat box/dir', 2, 'stowage ls box/dir/'],
  ['ls ./dir', 2, '"./dir" is a path of this computer.'],
  ['sas create box/f.txt', 2, '--permissions: it is missing.'],
  ['query', 2, 'TABLE: it is missing. Write stowage query [options] TABLE.'],
])('stowage %s: names what is wrong and what to write', async (command, code, text) => {
  const { code: found, err } = await line.onStore(...command.split(' '));
  expect([found, err]).toEqual([code, expect.stringContaining(text)]);
});

it('download: leaves no folder behind where nothing was found', async () => {
  expect((await line.onStore('download', 'no.such', './into')).code).not.toBe(0);
  expect(existsSync(join(line.dir, 'into'))).toBe(false);
});
