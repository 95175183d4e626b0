// Assembles the parts of one run of a job: the scheduler of its requests, the gate that holds it back while the network
// is down, the mover of its files and the flow that feeds it.
import type { Account } from '../../azure/account';
import { createFileFinisher } from '../files/safe-writes';
import { createExistingTargets } from '../files/file-context';
import { RejectedFiles } from './rejected-files';
import { type JobFlow, createJobFlow } from './job-flow';
import { type JobMover, type MoverPorts, createJobMover } from './job-mover';
import type { JobProgress } from '../progress/job-progress';
import type { OpenFile } from '../records/files-state';
import type { JobTrace } from '../progress/job-trace';
import type { JobTuning } from '../pace/job-tuning';
import { accountKeyOf, probeService, type NetworkGate, createNetworkGate, type SlowDown } from '../pace/network-gate';
import type { JobPorts } from './job-ports';
import { type Scheduler, createScheduler } from '../pace/scheduler';
import { RequestTimeouts } from '../pace/request-timeouts';
import { sourceOf } from '../plan/specs';
import type { StatFiles } from '../plan/walk';
import type { WorkQueue } from '../pace/work-queue';
import type { Remark } from '../records/remarks';
import { leftOutText } from '../records/skip-reasons';

export interface RunPorts extends JobPorts, Pick<MoverPorts, 'reached' | 'onFailure'> {
  readonly account: Account;
  /** The account that a copy reads from; otherwise the same account. */
  readonly source: Account;
  readonly progress: JobProgress;
  readonly trace: JobTrace;
  readonly tuning: JobTuning;
  readonly slowDown: SlowDown;
  readonly queue: WorkQueue<OpenFile>;
  /** Running milliseconds of the job. */
  readonly elapsedMs: () => number;
  /** Size of the next block. */
  readonly blockBytes: () => number;
  /** The service has answered. */
  readonly onReached: () => void;
  readonly remark: (remark: Remark) => void;
  readonly stop: () => void;
  readonly signal: AbortSignal;
}

export interface JobRun {
  readonly scheduler: Scheduler;
  readonly gate: NetworkGate;
  readonly mover: JobMover;
  readonly flow: JobFlow;
}

/** Each hashed file holds 4 MiB, and there are few threads for hashing. */
const maxChecked = 16;

export function createJobRun(ports: RunPorts): JobRun {
  const { account, state: jobState, clock, signal, tuning } = ports;
  const gate = createNetworkGate({ clock, signal, probe: (limit) => probeAll(ports, limit), onChange: ports.onChange });
  const isCheck = jobState.head.spec.kind === 'verify';
  const scheduler = createScheduler({
    limit: () => (isCheck ? Math.min(maxChecked, tuning.concurrency) : tuning.concurrency),
    limitBytes: () => tuning.budgetBytes ?? Infinity,
    memory: ports.memory,
    cap: ports.cap,
    accountReady: async (own) => {
      await gate.open(own);
      const waitedMs = await ports.slowDown.over(own);
      if (waitedMs > 0) tuning.waited({ serviceMs: waitedMs });
    },
    onCapWait: (ms) => tuning.waited({ capMs: ms }),
    signal,
  });
  let flow: JobFlow | null = null;
  const mover = moverOf(ports, gate, scheduler, () => flow?.settled());
  const statFiles: StatFiles = async (paths) =>
    (await ports.pool.statFiles(jobState.head.id, { paths, reading: 'untried' }, signal)).lookups;
  const sources = { target: account, statFiles, ...ports };
  flow = createJobFlow({
    sources,
    scheduler,
    gate,
    mover,
    ...ports,
    onLeftOut: (path, why) =>
      ports.onItem({
        source: path,
        target: '',
        bytes: null,
        outcome: 'skipped',
        code: '',
        message: leftOutText(why),
        context: {},
      }),
  });
  return { scheduler, gate, mover, flow };
}

/** A copy goes on when it reaches both of its accounts. */
async function probeAll(
  { account, source, state: jobState }: RunPorts,
  limit: AbortSignal,
): Promise<'answers' | 'silent'> {
  const { spec } = jobState.head;
  const from = accountKeyOf(source) === accountKeyOf(account) ? null : sourceOf(spec);
  const probes = [probeService(account, spec.container, limit)];
  if (from !== null) probes.push(probeService(source, from.container, limit));
  return (await Promise.all(probes)).includes('silent') ? 'silent' : 'answers';
}

function moverOf(ports: RunPorts, gate: NetworkGate, scheduler: Scheduler, onSettled: () => void): JobMover {
  const { state: jobState, pool, signal, tuning } = ports;
  const { id, createdAtMs, blockIds, spec } = jobState.head;
  const doneBefore = jobState.filesDone;
  const rejectedFiles = new RejectedFiles({
    insists: ports.insists,
    filesDone: () => jobState.filesDone - doneBefore,
  });
  return createJobMover({
    gate,
    accountKey: accountKeyOf(ports.account),
    onResumed: (open) => ports.queue.pushFirst(open),
    onSettled,
    rejectedFiles,
    context: {
      jobId: id,
      blockIds,
      parts: jobState.head,
      container: spec.container,
      createdAtMs,
      options: spec.options,
      clock: ports.clock,
      signal,
      scheduler,
      pool,
      finisher: createFileFinisher(async (files) => (await pool.finishFiles(id, files, signal)).errors),
      existingTargets: createExistingTargets(),
      journal: ports.journal,
      progress: ports.progress,
      trace: ports.trace,
      rights: rejectedFiles,
      wantedBlockBytes: () => (spec.options.blockBytes === 'auto' ? tuning.blockBytes : null),
      onTuned: (listener) => tuning.onChange(listener),
      timeouts: timeoutsOf(ports, scheduler),
      onWaits: (waits) => tuning.waited(waits),
      remark: ports.remark,
    },
    ...ports,
  });
}

function timeoutsOf({ tuning, progress, elapsedMs, blockBytes }: RunPorts, scheduler: Scheduler): RequestTimeouts {
  return new RequestTimeouts({
    tuning,
    storedBytes: () => progress.storedBytes,
    onArrived: (request) => {
      if (tuning.arrived({ ...request, atMs: elapsedMs() }) === 'changed') scheduler.limitRaised();
    },
    onTimedOut: (tookMs) => {
      tuning.timedOut({
        tookMs,
        atMs: elapsedMs(),
        inFlight: scheduler.inFlight(),
        inFlightBytes: scheduler.inFlightBytes(),
        storedBytes: progress.storedBytes,
        defaultBlockBytes: blockBytes(),
      });
    },
  });
}
