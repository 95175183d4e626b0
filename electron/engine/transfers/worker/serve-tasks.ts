// A worker thread: handles the messages of messages.ts. Opens the accounts of jobs, runs and cancels tasks, reports.
import { StowageError, cancelled } from '@shared/errors';
import { threadFailure } from '@shared/thread-failure';
import { MiB } from '@shared/units';
import type { RestAccount, AccountDescriptor } from '../../azure/account';
import type { Pacer } from '../../azure/pacer';
import type { MetricsSink } from '../../metrics/request-record';
import { sumRanges } from '../../../disk/sum-ranges';
import { createMd5Lanes, type Md5Module } from '../md5/md5-lanes';
import { createMd5s } from '../md5/md5s';
import { createControllerPool } from '../pace/controller-pool';
import { createBufferPool, trimEveryMs } from './buffer-pool';
import { finishFiles } from './finish-files';
import { type Hashing, hashFile } from './hash-task';
import { statFiles } from './stat-files';
import type { AnyTask, FromWorker, ToWorker } from './messages';
import { createOpenFiles } from './open-files';
import { createReporter } from './report';
import { runTask } from './run-task';
import { createDiskPace } from './small-file';
import { ThreadAccounts } from './thread-accounts';

export interface WorkerPorts {
  readonly post: (message: FromWorker) => void;
  readonly openAccount: (descriptor: AccountDescriptor, metrics: MetricsSink) => RestAccount;
  readonly pacerOf: (descriptor: AccountDescriptor) => Pacer;
  /** Null: messages are hashed one by one. */
  readonly md5Module: Md5Module | null;
  readonly monotonic: () => number;
  readonly random: () => number;
}

/** Limit of the unused buffers that one worker keeps. Dropping one that is needed again costs garbage and new memory. */
const retainedBufferBytes = 128 * MiB;

/** Returns the handler of incoming messages. */
export function serveTasks(ports: WorkerPorts): (message: ToWorker) => void {
  const accounts = new ThreadAccounts({
    openAccount: (jobId, descriptor) => ports.openAccount(descriptor, reporter.sinkFor(jobId)),
    pacerOf: ports.pacerOf,
    monotonic: ports.monotonic,
  });
  const reporter = createReporter(
    (jobs, busy) => ports.post({ t: 'report', jobs, busy }),
    (jobId) => accounts.slownessOf(jobId),
  );
  const running = new Map<number, AbortController>();
  const controllers = createControllerPool();
  const hashings = new Map<number, Hashing>();
  const files = createOpenFiles();
  const buffers = createBufferPool(retainedBufferBytes);
  const diskPace = createDiskPace(ports.monotonic);
  const md5s = createMd5s(() => (ports.md5Module === null ? null : createMd5Lanes(ports.md5Module)));
  const trimming = setInterval(() => buffers.trim(), trimEveryMs);

  const perform = (id: number, jobId: string, task: AnyTask, signal: AbortSignal): Promise<unknown> => {
    if (task.kind === 'hash-file') {
      const hashing = hashFile(task.input, signal, (bytes) => ports.post({ t: 'hashed', id, bytes }));
      hashings.set(id, hashing);
      return hashing.result;
    }
    if (task.kind === 'sum-ranges') return sumRanges(task.input, signal).then((sums) => ({ sums }));
    if (task.kind === 'finish-files') {
      return finishFiles(task.input.files, signal).then((errors) => ({ errors }));
    }
    if (task.kind === 'look-at-files')
      return Promise.resolve({ lookups: statFiles(task.input.paths, task.input.reading) });
    const account = accounts.of(jobId);
    if (account === undefined) throw cancelled();
    return runTask(task, {
      jobId,
      account,
      source: accounts.sourceOf(jobId) ?? account,
      files,
      buffers,
      diskPace,
      md5s,
      signal,
      random: ports.random,
      retried: (cause) => reporter.sinkFor(jobId).retried(cause),
      onAttempt: (attempt) => {
        if (attempt > 1) ports.post({ t: 'retrying', id });
      },
    });
  };

  const run = async (id: number, jobId: string, task: AnyTask): Promise<void> => {
    const controller = controllers.take();
    running.set(id, controller);
    let answer: FromWorker;
    try {
      answer = { t: 'done', id, result: await perform(id, jobId, task, controller.signal) };
    } catch (thrown) {
      const error = controller.signal.aborted ? cancelled() : StowageError.from(thrown);
      answer = { t: 'failed', id, ...threadFailure(error) };
    }
    running.delete(id);
    hashings.delete(id);
    controllers.giveBack(controller);
    ports.post(answer);
  };

  const closeJob = (jobId: string): void => {
    accounts.dispose(jobId);
    reporter.flush();
    accounts.forget(jobId);
    reporter.forget(jobId);
    ports.post({ t: 'closed', jobId });
    void files.releaseJob(jobId);
  };

  return (message) => {
    switch (message.t) {
      case 'account':
        accounts.open(message.jobId, message.descriptor, message.source);
        break;
      case 'run':
        void run(message.id, message.jobId, message.task);
        break;
      case 'cancel':
        running.get(message.id)?.abort();
        break;
      case 'advance':
        hashings.get(message.id)?.advance(message.bytes);
        break;
      case 'release':
        void files.release(message.jobId, message.file);
        break;
      case 'close-job':
        closeJob(message.jobId);
        break;
      case 'slow-down':
        accounts.slowDown(message.descriptor, message.ms);
        break;
      case 'try-now':
        accounts.tryNow(message.jobId);
        break;
      case 'stop':
        for (const controller of [...running.values()]) controller.abort();
        for (const jobId of accounts.jobIds) closeJob(jobId);
        clearInterval(trimming);
        reporter.stop();
        break;
    }
  };
}
