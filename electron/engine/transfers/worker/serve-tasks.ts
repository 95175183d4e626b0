// One worker's life: opens accounts it is told about, runs tasks, cancels them, reports. Talks only in messages.ts.
import { StowageError, cancelled } from '@shared/errors';
import { threadFailure } from '@shared/thread-failure';
import { MiB } from '@shared/units';
import type { LeanAccount, AccountDescriptor } from '../../azure/account';
import type { Pacer } from '../../azure/pacer';
import type { MetricsSink } from '../../metrics/request-record';
import { createMd5Lanes, type Md5Module } from '../md5/md5-lanes';
import { createMd5s } from '../md5/md5s';
import { createControllerShelf } from '../pace/controller-shelf';
import { SteadyMap } from '../records/steady-map';
import { createBufferShelf, trimEveryMs } from './buffer-shelf';
import { finishFiles } from './finish-files';
import { type Hashing, hashFile } from './hash-task';
import { lookAtFiles } from './look-at-files';
import type { AnyTask, FromWorker, ToWorker } from './messages';
import { createOpenFiles } from './open-files';
import { type Slowness, createReporter } from './report';
import { runTask } from './run-task';
import { createDiskPace } from './small-file';

export interface WorkerPorts {
  readonly post: (message: FromWorker) => void;
  readonly openAccount: (descriptor: AccountDescriptor, metrics: MetricsSink) => LeanAccount;
  readonly pacerOf: (descriptor: AccountDescriptor) => Pacer;
  /** Null where messages are hashed one by one. */
  readonly md5Module: Md5Module | null;
  readonly monotonic: () => number;
  readonly random: () => number;
}

/**
 * Unused buffers kept by one worker: its share of the memory of all transfers. A buffer that is not kept although it is needed
 * again is garbage for a while, and its successor is new memory.
 */
const shelfBytes = 128 * MiB;
/** Between two looks at one clock. */
const toldToleranceMs = 20;

/** Returns the receiver of messages. */
export function serveTasks(ports: WorkerPorts): (message: ToWorker) => void {
  const accounts = new Map<string, LeanAccount>();
  /** What jobs copy from. */
  const sources = new Map<string, LeanAccount>();
  const running = new SteadyMap<number, AbortController>();
  const controllers = createControllerShelf();
  const hashings = new Map<number, Hashing>();
  const files = createOpenFiles();
  const buffers = createBufferShelf(shelfBytes);
  const diskPace = createDiskPace(ports.monotonic);
  const md5s = createMd5s(() => (ports.md5Module === null ? null : createMd5Lanes(ports.md5Module)));
  const trimming = setInterval(() => buffers.trim(), trimEveryMs);
  /** Until when other threads said that an account waits. */
  const toldUntilMs = new Map<Pacer, number>();
  const slownessOf = (jobId: string): Slowness => {
    const account = accounts.get(jobId);
    if (account === undefined) return { slowdownMs: 0, slowdownOrigin: 'told' };
    const slowdownMs = account.slowdownMs();
    const toldMs = (toldUntilMs.get(ports.pacerOf(account.descriptor)) ?? 0) - ports.monotonic();
    return { slowdownMs, slowdownOrigin: slowdownMs > toldMs + toldToleranceMs ? 'own' : 'told' };
  };
  const slowDown = (descriptor: AccountDescriptor, ms: number): void => {
    const pacer = ports.pacerOf(descriptor);
    toldUntilMs.set(pacer, Math.max(toldUntilMs.get(pacer) ?? 0, ports.monotonic() + ms));
    pacer.slowDown(ms);
  };
  const reporter = createReporter((jobs, busy) => ports.post({ t: 'report', jobs, busy }), slownessOf);

  const perform = (id: number, jobId: string, task: AnyTask, signal: AbortSignal): Promise<unknown> => {
    if (task.kind === 'hash-file') {
      const hashing = hashFile(task.input, signal, (bytes) => ports.post({ t: 'hashed', id, bytes }));
      hashings.set(id, hashing);
      return hashing.result;
    }
    if (task.kind === 'finish-files') {
      return finishFiles(task.input.files, signal).then((errors) => ({ errors }));
    }
    if (task.kind === 'look-at-files')
      return Promise.resolve({ looks: lookAtFiles(task.input.paths, task.input.reading) });
    const account = accounts.get(jobId);
    if (account === undefined) throw cancelled();
    return runTask(task, {
      jobId,
      account,
      source: sources.get(jobId) ?? account,
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

  const openAccounts = (jobId: string, descriptor: AccountDescriptor, source?: AccountDescriptor): void => {
    accounts.get(jobId)?.dispose();
    sources.get(jobId)?.dispose();
    sources.delete(jobId);
    accounts.set(jobId, ports.openAccount(descriptor, reporter.sinkFor(jobId)));
    if (source !== undefined) sources.set(jobId, ports.openAccount(source, reporter.sinkFor(jobId)));
  };

  const closeJob = (jobId: string): void => {
    accounts.get(jobId)?.dispose();
    sources.get(jobId)?.dispose();
    reporter.flush();
    accounts.delete(jobId);
    sources.delete(jobId);
    reporter.forget(jobId);
    ports.post({ t: 'closed', jobId });
    void files.releaseJob(jobId);
  };

  return (message) => {
    switch (message.t) {
      case 'account':
        openAccounts(message.jobId, message.descriptor, message.source);
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
        slowDown(message.descriptor, message.ms);
        break;
      case 'try-now': {
        const account = accounts.get(message.jobId);
        if (account !== undefined) ports.pacerOf(account.descriptor).release();
        break;
      }
      case 'stop':
        for (const controller of running.values()) controller.abort();
        for (const jobId of [...accounts.keys()]) closeJob(jobId);
        clearInterval(trimming);
        reporter.stop();
        break;
    }
  };
}
