// A worker thread: handles the messages of messages.ts. Opens the accounts of jobs, runs and cancels tasks, reports.
import { StowageError, cancelled } from '@shared/errors';
import { threadFailure } from '@shared/thread-failure';
import { MiB } from '@shared/units';
import { sumRanges } from '../../../disk/sum-ranges';
import type { RestAccount, AccountDescriptor } from '../../azure/account';
import type { Pacer } from '../../azure/pacer';
import type { MetricsSink } from '../../metrics/request-record';
import { abandonUpload } from '../../s3/abandon-upload';
import { createMd5Lanes, type Md5Module, createMd5s } from '../md5/md5';
import { createControllerPool } from '../pace/controller-pool';
import { readBlocks, readTags, readWholeFacts } from './blob-requests';
import { compareBlobs, compareRange, mendRange } from './checked-ranges';
import { carryBlock, copyBlob, copyBlock, deleteBlob, deleteSource } from './copy';
import { getBlob, getRange } from './download';
import { finishFile, finishFiles, createDiskPace } from './small-files';
import { type Hashing, hashFile, statFiles } from './local-files';
import type { AnyTask, FromWorker, ToWorker, DiskTaskKind } from './messages';
import { createBufferPool, trimEveryMs, createOpenFiles, type TaskContext } from './task-context';
import { createReporter, ThreadAccounts } from './thread-accounts';
import { beginParts, discardBlocks, emptyBlob, putBlob, putBlock, putBlockList } from './upload';

interface WorkerPorts {
  readonly post: (message: FromWorker) => void;
  readonly openAccount: (descriptor: AccountDescriptor, metrics: MetricsSink) => RestAccount;
  readonly pacerOf: (descriptor: AccountDescriptor) => Pacer;
  /** Null: messages are hashed one by one. */
  readonly md5Module: Md5Module | null;
  readonly monotonic: () => number;
  readonly random: () => number;
}

/**
 * Limit of the unused buffers that one worker retains. Dropping one that is needed again costs garbage and new memory.
 */
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

// From a task's kind to the function that does it.

/** Every task that needs an account. */
type RequestTask = Exclude<AnyTask, { readonly kind: DiskTaskKind }>;

async function runTask(task: RequestTask, context: TaskContext): Promise<unknown> {
  switch (task.kind) {
    case 'put-blob':
      return putBlob(task.input, context);
    case 'put-block':
      return putBlock(task.input, context);
    case 'begin-parts':
      return beginParts(task.input, context);
    case 'abandon-parts':
      await abandonUpload(context.account, task.input);
      return {};
    case 'put-block-list':
      return putBlockList(task.input, context);
    case 'discard-blocks':
      return discardBlocks(task.input, context);
    case 'empty-blob':
      return emptyBlob(task.input, context);
    case 'get-block-list':
      return { blocks: await readBlocks(task.input, context) };
    case 'get-range':
      return getRange(task.input, context);
    case 'mend-range':
      return mendRange(task.input, context);
    case 'compare-range':
      return compareRange(task.input, context);
    case 'compare-blobs':
      return compareBlobs(task.input, context);
    case 'get-blob':
      return getBlob(task.input, context);
    case 'read-blob':
      return { blob: await readWholeFacts(task.input, task.input.side, context) };
    case 'read-tags':
      return { tags: await readTags(task.input, context) };
    case 'copy-blob':
      return copyBlob(task.input, context);
    case 'copy-block':
      return copyBlock(task.input, context);
    case 'carry-block':
      return carryBlock(task.input, context);
    case 'delete-source':
      return deleteSource(task.input, context);
    case 'delete-blob':
      return deleteBlob(task.input, context);
    case 'finish-file':
      finishFile(task.input);
      return {};
  }
}
