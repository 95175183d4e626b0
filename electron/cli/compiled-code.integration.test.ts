// The stored code of the chunks is a matter of speed alone: whatever is wrong with it, the chunks run as they are.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-compiled-'));
  await cp(resolve('out/cli'), folder, { recursive: true, filter: (path) => !path.endsWith('.map') });
});
afterAll(() => rm(folder, { recursive: true }));

const chunk = (): string => join(folder, 'cli.run.js');

async function help(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'stowage.js'), 'help', 'count']);
  return stdout;
}

it('compiled code: is stored by the build, and ignored when it is damaged', async () => {
  const stored = await readFile(`${chunk()}.code`);
  const before = await help();
  await writeFile(`${chunk()}.code`, Buffer.concat([stored.subarray(0, 32), Buffer.alloc(stored.length - 32, 7)]));
  expect(await help()).toBe(before);
  await writeFile(`${chunk()}.code`, stored);
});

it('compiled code: is ignored for a chunk that changed without changing its length', async () => {
  const source = await readFile(chunk(), 'utf8');
  await writeFile(chunk(), source.replace('number of entities that match', 'NUMBER of entities that match'));
  expect(await help()).toContain('NUMBER of entities that match');
});

it('the start of a short command creates no collator and no segmenter, and loads no Parquet', async () => {
  const probe = join(folder, 'probe.cjs');
  await writeFile(
    probe,
    `for (const name of ['Collator', 'Segmenter']) Intl[name] = class { constructor() { throw new Error(name); } };
    process.on('exit', () => process.stderr.write(Object.keys(require.cache).join(' ')));`,
  );
  const { stderr } = await promisify(execFile)(process.execPath, [
    ...['--require', probe, join(folder, 'stowage.js'), 'connections', 'list'],
    ...['--json', '--state-dir', join(folder, 'state')],
  ]);
  expect(stderr).toContain('cli.run.js');
  expect(stderr).not.toContain('parquet');
});
