// Jobs of another process on the same state folder: each is listed once, whichever process acquires or releases it
// meanwhile.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../../system-clock';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

const lockPath = (id: string): string => join(bench.stateDir, 'jobs', `${id}.lock`);
/** As if another process ran it: the one that started this one lives as long. */
const takenElsewhere = (id: string): Promise<void> =>
  writeFile(lockPath(id), JSON.stringify({ pid: process.ppid, startedAt: '' }));
const done = async (name: string): Promise<string> => {
  const job = await bench.transfers.uploadPaths({
    connectionId: 'test',
    container: bench.container.containerName,
    prefix: '',
    options: bench.options(),
    paths: [await bench.file(name, 10)],
  });
  await job.ended;
  return job.jobId;
};
/** A later registry that polls again only on request. */
const later = () => bench.roomWith({ clock: { ...systemClock, sleep: () => new Promise<void>(() => undefined) } });
const idsOf = (jobs: readonly { readonly id: string }[]): readonly string[] => jobs.map(({ id }) => id).sort();

it('jobs elsewhere: are listed separately, or one on request', async () => {
  const [one, other, own] = [await done('a'), await done('b'), await done('c')];
  for (const id of [one, other]) await takenElsewhere(id);
  const room = later();
  await room.recover();
  expect(idsOf(room.jobs())).toEqual([own]);
  expect(idsOf(await room.jobsElsewhere())).toEqual([one, other].sort());
  expect(idsOf(await room.jobsElsewhere(one))).toEqual([one]);
  expect(await room.jobsElsewhere(own)).toEqual([]);
  expect(await room.jobsElsewhere('nobody')).toEqual([]);
  expect(idsOf(room.jobs())).toEqual([own]);
});

it.each(['the whole list', 'one'])('released jobs: are listed here, requested as %s', async (requested) => {
  const id = await done('a');
  await takenElsewhere(id);
  const room = later();
  await room.recover();
  expect(room.jobs()).toEqual([]);
  await rm(lockPath(id));
  expect(await room.jobsElsewhere(requested === 'one' ? id : undefined)).toEqual([]);
  expect(room.jobs()).toEqual([expect.objectContaining({ id, state: 'done', filesDone: 1 })]);
  await room.registry.calls['jobs.forget']({ jobId: id }, { signal: new AbortController().signal });
  expect(room.jobs()).toEqual([]);
});

it('jobs elsewhere: include every failed file', async () => {
  const job = await bench.transfers.uploadPaths({
    connectionId: 'test',
    container: bench.container.containerName,
    prefix: '',
    options: bench.options(),
    paths: ['c', 'a', 'b'].map((name) => join(bench.stateDir, 'nowhere', name)),
  });
  await job.ended;
  const own = await bench.transfers.failedFiles(job.jobId);
  expect(own.map(({ source }) => source.at(-1))).toEqual(['c', 'a', 'b']);
  await takenElsewhere(job.jobId);
  const room = later();
  await room.recover();
  expect(await room.failedFiles(job.jobId)).toEqual(own);
  await expect(room.failedFiles('nobody')).rejects.toMatchObject({ code: 'not-found.job' });
});
