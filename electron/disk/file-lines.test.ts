import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileLines } from './file-lines';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-lines-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const linesOf = async (content: string): Promise<readonly string[]> => {
  const path = join(folder, 'lines');
  await writeFile(path, content);
  const lines: string[] = [];
  for await (const line of fileLines(path)) lines.push(line.toString('utf8'));
  return lines;
};

// JSON does not escape these two, and newer versions of Node end lines of their own reader there.
it('file lines: end only at line feeds', async () => {
  expect(await linesOf('a\u2028b\u2029c\rd\ne\n')).toEqual(['a\u2028b\u2029c\rd\n', 'e\n']);
});

it('file lines: omit a line that a killed process did not finish', async () => {
  expect(await linesOf('whole\ntor')).toEqual(['whole\n']);
});

it('file lines: preserve characters that span two pieces of the file', async () => {
  const long = 'ä'.repeat(200_000);
  expect(await linesOf(`${long}\n${long}\n`)).toEqual([`${long}\n`, `${long}\n`]);
});
