// A transfer study on several targets, one of them S3, with random files and with those of a folder: the same bytes go to
// each in turn, and nothing is left behind.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { experimentOf } from '@shared/lab/definitions';
import type { ParameterValues } from '@shared/lab/parameters';
import { samplesOf } from '@shared/lab/run';
import type { RunningAzurite } from '../../testing/azurite';
import { type RunningS3, hasS3Server, startS3Server } from '../../testing/s3-server';
import { acquireAzurite } from '../../testing/shared-azurite';
import type { AccountSource } from '../azure/account';
import { transferStudy } from '@shared/lab/definitions/transfer-study';
import { MetricsRecorder } from '../metrics/recorder';
import { systemClock } from '../system-clock';
import { accountsFor, workerPath } from '../transfers/fixtures/test-bench';
import { createAppliedSettings } from './applied-settings';
import { type Lab, createLab } from './create-lab';

const KiB = 1024;
const { signal } = new AbortController();
let azurite: RunningAzurite;
let s3: RunningS3 | null;
let accounts: AccountSource;
let folder: string;
let lab: Lab;

beforeAll(async () => {
  azurite = await acquireAzurite();
  s3 = hasS3Server ? await startS3Server() : null;
  const blobs = accountsFor(azurite.descriptor());
  const objects = s3 === null ? blobs : accountsFor(s3.descriptor());
  const open = (id: string) => (id === 's3' ? objects : blobs).open(id);
  accounts = { open, openForWriting: open };
  folder = await mkdtemp(join(tmpdir(), 'stowage-targets-'));
  const stateDir = join(folder, 'state');
  lab = createLab({
    accounts,
    clock: systemClock,
    random: Math.random,
    stateDir,
    applied: createAppliedSettings({ folder: join(stateDir, 'lab'), clock: systemClock, log: () => undefined }),
    metrics: new MetricsRecorder(),
    transferWorkerPath: workerPath,
    log: () => undefined,
    sources: { resolve: (token, purpose) => Promise.resolve(purpose === 'lab-folder' ? token : null) },
    nameOf: (id) => Promise.resolve(id === 's3' ? 'Bucket' : 'Blobs'),
  });
}, 90_000);

afterAll(async () => {
  await lab.dispose();
  await s3?.stop();
  await azurite.stop();
  await rm(folder, { recursive: true, force: true });
});

const study = (parameters: ParameterValues, over: object = {}) =>
  lab.run(
    {
      connectionId: 'test',
      experimentId: 'transfer-study',
      parameters: { ...parameters },
      name: '',
      node: 'n1',
      ...over,
    },
    signal,
    () => undefined,
  );

async function containersOf(id: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of (await (await accounts.open(id)).blobService()).listContainers()) names.push(name);
  return names;
}

describe('a transfer study', () => {
  it.runIf(hasS3Server)('measures blobs and a bucket in turn, and removes both', { timeout: 60_000 }, async () => {
    const record = await study(
      { fileSizes: [2 * KiB, 128 * KiB], files: 4, blockBytes: 64 * KiB, seed: 3 },
      { others: ['s3'] },
    );
    expect(record).toMatchObject({ end: 'done', environments: [{ connection: 'Blobs' }, { connection: 'Bucket' }] });
    const samples = samplesOf(record);
    expect(samples.filter(({ ok }) => ok !== 1)).toEqual([]);
    expect(samples).toHaveLength(2 * 2 * 4 * 2);
    // The targets of a file follow one another, sometimes this one first and sometimes that.
    const pairs = Array.from({ length: samples.length / 2 }, (_, index) => samples.slice(index * 2, index * 2 + 2));
    for (const [first, second] of pairs) {
      expect([first?.fileBytes, first?.direction]).toEqual([second?.fileBytes, second?.direction]);
      expect([first?.target, second?.target].sort()).toEqual(['Blobs', 'Bucket']);
    }
    expect(new Set(pairs.map(([first]) => first?.target)).size).toBe(2);
    const { tables, charts } = experimentOf('transfer-study').analyse(samples);
    expect(tables.map(({ id }) => id)).toEqual(['statistics', 'targets', 'target-variability', 'course']);
    expect(charts.map(({ id }) => id)).toEqual(expect.arrayContaining(['range-up', 'range-down', 'variability-up']));
    expect([await containersOf('test'), await containersOf('s3')]).toEqual([[], []]);
  });

  it('moves the files of a folder, leaves them as they are, and records neither names nor paths', async () => {
    const own = join(folder, 'own files');
    await mkdir(join(own, 'inner'), { recursive: true });
    const contents = [
      ['a.txt', 1000],
      ['inner/a.txt', 3000],
      ['inner/secret-plan.bin', 90 * KiB],
      ['empty.txt', 0],
    ] as const;
    for (const [name, bytes] of contents) await writeFile(join(own, name), Buffer.alloc(bytes, name));
    const hashes = () =>
      Promise.all(
        contents.map(async ([name]) =>
          createHash('md5')
            .update(await readFile(join(own, name)))
            .digest('hex'),
        ),
      );
    const before = await hashes();
    const plan = await lab.calls['lab.dry-run'](
      { connectionId: 'test', experimentId: 'transfer-study', parameters: { input: 'folder' }, folder: own },
      { signal },
    );
    expect(plan).toMatchObject({ settings: 6, bytesDown: 1000 + 3000 + 90 * KiB });
    const record = await study({ input: 'folder', blockBytes: 32 * KiB }, { ownFolder: own });
    const samples = samplesOf(record);
    expect(record.end).toBe('done');
    for (const direction of ['up', 'down']) {
      const moved = samples.filter((sample) => sample.direction === direction && sample.ok === 1);
      const sizes = moved.map(({ fileBytes, sizeClass }) => [fileBytes, sizeClass]);
      expect(
        sizes.sort(([a], [b]) => Number(a) - Number(b)),
        direction,
      ).toEqual([
        [1000, 4 * KiB],
        [3000, 4 * KiB],
        [90 * KiB, 256 * KiB],
      ]);
    }
    expect(JSON.stringify(record)).not.toMatch(/secret-plan|own files|inner/);
    expect(await hashes()).toEqual(before);
    expect(await containersOf('test')).toEqual([]);
  }, 60_000);

  it('moves own files at once, also those of one name', { timeout: 60_000 }, async () => {
    const record = await study({ input: 'folder', filesAtOnce: 4 }, { ownFolder: join(folder, 'own files') });
    const moved = samplesOf(record).filter(({ ok }) => ok === 1);
    expect(moved.map(({ fileBytes }) => Number(fileBytes)).sort((a, b) => a - b)).toEqual([
      ...[1000, 1000, 3000, 3000],
      ...[90 * KiB, 90 * KiB],
    ]);
  });

  it('keeps two connections to one account apart', { timeout: 60_000 }, async () => {
    const record = await study({ fileSizes: [2 * KiB], files: 1 }, { others: ['again'] });
    expect(
      samplesOf(record)
        .map(({ ok, target }) => [ok, target])
        .sort(),
    ).toEqual([...[1, 1].map((ok) => [ok, 'Blobs']), ...[1, 1].map((ok) => [ok, 'Blobs (2)'])]);
    expect(await containersOf('test')).toEqual([]);
  });

  it('compares with the connection of the run, whatever order the seed draws', { timeout: 60_000 }, async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const record = await study({ fileSizes: [2 * KiB], files: 1, seed }, { others: ['again'] });
      expect(samplesOf(record)[0]?.target).toBe('Blobs');
      const { tables } = transferStudy.analyse(samplesOf(record), record.parameters);
      expect(tables.find(({ id }) => id === 'targets')?.title).toBe('Mean rate versus Blobs');
    }
  });

  it('rejects a missing folder, an empty one, one for random files, and too many targets', async () => {
    await expect(study({ input: 'folder' })).rejects.toThrow('none was chosen');
    await mkdir(join(folder, 'empty'));
    await expect(study({ input: 'folder' }, { ownFolder: join(folder, 'empty') })).rejects.toThrow('no files');
    await expect(study({}, { ownFolder: folder })).rejects.toThrow('moves random bytes');
    await expect(study({}, { others: ['b', 'c', 'd', 'e', 'f', 'g'] })).rejects.toThrow('at most 6');
    const latency = { connectionId: 'test', experimentId: 'table-latency', parameters: {}, others: ['s3'] };
    await expect(lab.calls['lab.dry-run'](latency, { signal })).rejects.toThrow('at most 1');
  });
});
