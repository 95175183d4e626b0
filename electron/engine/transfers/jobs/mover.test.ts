// How single files end when their run is stopped, when they are denied, and when a user leaves them out.
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { defaultTransferOptions } from '@shared/model/transfer';
import { targetOf } from '../files/local-target';
import { oneDownload, oneDownloadId, stateAfter } from '../fixtures/one-download';
import { JobTrace } from '../progress/job-trace';
import { type JobRecord, jobRecord } from '../records/job-records';
import { replayJob } from '../fixtures/replay-job';
import { apply, pauseOf } from '../records/job-state';
import { type MoverContext, FileMover, WorkUnderWay } from './mover';
import { RejectedFiles } from './outcomes';

// How a file ends when its run is stopped, whatever response its last request receives at the same moment.
describe('a file whose run is stopped', () => {
  function jobOfOneFile(): NonNullable<ReturnType<typeof replayJob>> {
    const records = [
      {
        t: 'job',
        version: 1,
        id: '0123456789abcdef01234567',
        createdAtMs: 1000,
        title: 'long.bin',
        spec: {
          kind: 'upload',
          connectionId: 'c',
          container: 'box',
          prefix: '',
          paths: ['/long.bin'],
          options: defaultTransferOptions,
        },
      },
      {
        t: 'upload',
        f: 0,
        attempt: 0,
        path: '/long.bin',
        name: 'long.bin',
        bytes: 100,
        mtimeNs: '1',
        ino: '1',
        blockBytes: 10,
      },
      { t: 'planned' },
    ];
    const jobState = replayJob(records.map((record): JobRecord => jobRecord.parse(record)));
    if (jobState === null) throw new Error('The records begin with a job.');
    return jobState;
  }

  /** Moves the one file of a job and rejects its key; `meanwhile` happens just before. */
  async function runRejected(
    meanwhile: (stop: () => void, leaveOut: () => void) => void,
  ): Promise<readonly JobRecord[]> {
    const jobState = jobOfOneFile();
    const stopping = new AbortController();
    const noted: JobRecord[] = [];
    const ports: Partial<MoverContext> = {
      state: jobState,
      context: {
        signal: stopping.signal,
        journal: { note: (record: JobRecord) => noted.push(record) },
        progress: { file: () => undefined, skipped: () => undefined, closed: () => undefined },
        trace: new JobTrace(() => 0),
        remark: () => undefined,
        scheduler: { expect: () => () => undefined },
      } as unknown as MoverContext['context'],
      claims: {
        take: () => {
          meanwhile(
            () => stopping.abort(),
            () => mover.cancelFile(0),
          );
          return Promise.reject(new StowageError('auth.denied', 'No.'));
        },
      },
      rejectedFiles: new RejectedFiles('no', () => 0),
      reached: () => 'yes',
      onFailure: () => undefined,
      onItem: () => undefined,
      onSettled: () => undefined,
    };
    const mover = new FileMover(ports as MoverContext);
    const [open] = jobState.open.values();
    if (open !== undefined) mover.begin(open);
    await mover.settled();
    return noted;
  }

  it('stays open when the run is stopped, for the next run to move', async () => {
    expect(await runRejected((stop) => stop())).toEqual([]);
  });

  it('is skipped when the user skipped it, even though the run is stopped', async () => {
    const noted = await runRejected((stop, leaveOut) => {
      leaveOut();
      stop();
    });
    expect(noted).toEqual([{ t: 'ended', f: 0, outcome: 'skipped', reason: 'cancelled' }]);
  });
});

// How a denied and deferred file ends when the user skips or pauses it.
describe('a denied file that is put aside', () => {
  let folder = '';
  let temporary = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stowage-put-aside-'));
    temporary = targetOf(folder, ['long.bin'], { id: oneDownloadId }, 0).temporaryPath;
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  interface PutAside {
    readonly mover: FileMover;
    readonly rejectedFiles: RejectedFiles;
    readonly ended: readonly JobRecord[];
    readonly pause: () => void;
  }

  /** A download whose only file has been denied, with a temporary file on the disk. */
  async function putAside(): Promise<PutAside> {
    const jobState = stateAfter(oneDownload(folder));
    const ended: JobRecord[] = [];
    const rejectedFiles = new RejectedFiles('no', () => 0);
    const ports: Partial<MoverContext> = {
      state: jobState,
      rejectedFiles,
      context: {
        signal: new AbortController().signal,
        journal: {
          write: () => Promise.resolve(),
          note: (record: JobRecord) => {
            ended.push(record);
            apply(jobState, record);
          },
        },
        progress: { file: () => undefined, skipped: () => undefined, closed: () => undefined },
        trace: new JobTrace(() => 0),
        remark: () => undefined,
        scheduler: { expect: () => () => undefined },
        pool: { release: () => undefined },
      } as unknown as MoverContext['context'],
      claims: { take: () => Promise.reject(new StowageError('auth.denied', 'No.')) },
      reached: () => 'yes',
      onFailure: () => undefined,
      onItem: () => undefined,
      onSettled: () => undefined,
    };
    await writeFile(temporary, '');
    const mover = new FileMover(ports as MoverContext);
    const [open] = jobState.open.values();
    if (open !== undefined) mover.begin(open);
    await mover.settled();
    expect(rejectedFiles.hasSome).toBe(true);
    const pause = (): void => {
      apply(jobState, pauseOf(0, 'yes'));
      mover.pauseFile(0);
    };
    return { mover, rejectedFiles, ended, pause };
  }
  const leftOut = [{ t: 'ended', f: 0, outcome: 'skipped', reason: 'cancelled' }];

  it('leaves nothing on the disk', async () => {
    const { mover, ended } = await putAside();
    mover.cancelFile(0);
    await mover.settled();
    expect(ended).toEqual(leftOut);
    expect(existsSync(temporary)).toBe(false);
  });

  it('does not affect the other files or the whole job once it is skipped', async () => {
    const { mover } = await putAside();
    mover.cancelFile(0);
    expect(mover.settleRejected()).toBe(false);
    await mover.settled();
  });

  it('ends once when it is found at the same moment to be denied individually', async () => {
    const { mover, rejectedFiles, ended } = await putAside();
    rejectedFiles.accepted('read', rejectedFiles.now);
    mover.cancelFile(0);
    await mover.settled();
    expect(ended).toEqual(leftOut);
  });

  it('fails when others are allowed and the user does not skip it', async () => {
    const { mover, rejectedFiles, ended } = await putAside();
    rejectedFiles.accepted('read', rejectedFiles.now);
    await mover.settled();
    expect(ended).toMatchObject([{ f: 0, outcome: 'failed', failure: { context: { others: 'accepted' } } }]);
    expect(existsSync(temporary)).toBe(false);
  });

  it('stays open and retains its stored part when the user pauses it', async () => {
    const { mover, rejectedFiles, ended, pause } = await putAside();
    pause();
    expect(mover.settleRejected()).toBe(false);
    rejectedFiles.accepted('read', rejectedFiles.now);
    await mover.settled();
    expect(ended).toEqual([]);
    expect(existsSync(temporary)).toBe(true);
  });
});

// How a run ends when nothing is in flight any more, and when its work throws.
describe('work under way', () => {
  function heldWork(): { readonly work: () => Promise<void>; readonly end: (error?: Error) => void } {
    let end: (error?: Error) => void = () => undefined;
    const ended = new Promise<void>((resolve, reject) => {
      end = (error) => (error === undefined ? resolve() : reject(error));
    });
    return { work: () => ended, end };
  }

  it('is settled at once while nothing runs', async () => {
    await new WorkUnderWay(() => undefined).settled();
  });

  it('waits for work that the last piece has left behind', async () => {
    const next = heldWork();
    const under: WorkUnderWay = new WorkUnderWay(() => {
      counts.push(under.count);
      if (counts.length === 1) void under.run(next.work);
    });
    const counts: number[] = [];
    const first = heldWork();
    void under.run(first.work);
    let isSettled = false;
    const settled = under.settled().then(() => (isSettled = true));
    first.end();
    await new Promise((resolve) => setImmediate(resolve));
    expect([isSettled, under.count]).toEqual([false, 1]);
    next.end();
    await settled;
    expect(counts).toEqual([0, 0]);
  });

  it('throws what the first of them threw, once all have ended', async () => {
    const under = new WorkUnderWay(() => undefined);
    const [first, second] = [heldWork(), heldWork()];
    void under.run(first.work);
    void under.run(second.work);
    first.end(new StowageError('local.disk-full', 'The disk is full.'));
    second.end(new StowageError('local.denied', 'Later.'));
    await expect(under.settled()).rejects.toMatchObject({ code: 'local.disk-full' });
    expect(under.count).toBe(0);
  });
});
