import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transferOptions } from '@shared/model/transfer';
import type { Planned, ShardItem, WalkWork } from './messages';
import { planPart } from './plan-shards';
import { walkOf } from './shards';
import type { ClusterSpec } from './specs';

const folderCount = 120;
const options = transferOptions.parse({ overwrite: 'never', verify: 'md5', blockBytes: 'auto', concurrency: 'auto' });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-plan-'));
  for (let index = 0; index < folderCount; index += 1) {
    const inner = join(folder, `day ${index}`, 'inner');
    await mkdir(inner, { recursive: true });
    await writeFile(join(inner, 'a.txt'), 'a');
    if (index % 3 === 0) await writeFile(join(folder, `day ${index}`, 'b.log'), 'bb');
  }
});
afterAll(() => rm(folder, { recursive: true }));

const upload = (changes: Partial<ClusterSpec> = {}): ClusterSpec =>
  ({
    kind: 'upload',
    endpoint: 'https://a',
    container: 'c',
    prefix: 'p/',
    paths: [`${folder}/`],
    options,
    localNaming: 'posix',
    ...changes,
  }) as ClusterSpec;

/** Plans a job to its end; what was sent, in the order of the parts. */
async function planAll(spec: ClusterSpec): Promise<readonly Planned[]> {
  const sent: Planned[] = [];
  const parts: WalkWork[] = [walkOf('job', { at: 'start' }, 0)];
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    await planPart(part, spec, {
      open: () => Promise.reject(new Error('It has no source.')),
      send: async (found) => {
        sent.push(found);
        parts.push(...found.walks);
      },
      line: { call: () => Promise.reject(new Error('It reports nothing.')) },
      round: 0,
      signal: new AbortController().signal,
    });
  }
  return sent;
}

const itemsOf = (sent: readonly Planned[]): readonly ShardItem[] =>
  sent.flatMap(({ shards }) => shards.flatMap(({ items }) => items));

it('plan: every file is in one shard, by its name below the prefix', async () => {
  const items = itemsOf(await planAll(upload()));
  expect(new Set(items.map(([source]) => source)).size).toBe(items.length);
  expect(items.length).toBe(folderCount + Math.ceil(folderCount / 3));
  expect(items).toContainEqual([join(folder, 'day 3/inner/a.txt'), 'p/day 3/inner/a.txt', 1]);
});

it('plan: the same folders give the same shards when they are planned again', async () => {
  const [once, twice] = [await planAll(upload()), await planAll(upload())];
  expect(twice.map(({ shards }) => shards.map(({ id }) => id))).toEqual(
    once.map(({ shards }) => shards.map(({ id }) => id)),
  );
});

it('plan: only files that match are planned, and what cannot be read has failed', async () => {
  const sent = await planAll(upload({ include: ['*.log'], paths: [`${folder}/`, join(folder, 'missing')] }));
  expect(itemsOf(sent).every(([source]) => source.endsWith('b.log'))).toBe(true);
  expect(itemsOf(sent).length).toBe(Math.ceil(folderCount / 3));
  expect(sent.flatMap(({ failed }) => failed)).toEqual([expect.objectContaining({ code: 'local.not-found' })]);
});
