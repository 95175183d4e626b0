// `--hub FILE`: the job runs on the workers of a hub. This command only follows it; it may end before the job does. Here are
// uploads, downloads and copies, and what all commands with that option have in common.
import { resolve } from 'node:path';
import { recordedSentence } from '@shared/error-text';
import { StowageError, invalidInput } from '@shared/errors';
import { reasonText } from '@shared/hub-reason';
import { formatBytes, formatCount, formatDuration, formatRate } from '@shared/units';
import { readJoinFile } from '../../engine/cluster/identity';
import { joinAsClient } from '../../engine/cluster/jetstream';
import { type JobView, isOpen } from '../../engine/cluster/messages';
import { type Order, copyOrder, downloadOrder, uploadOrder } from '../../engine/cluster/order-files';
import type { ClusterSpec } from '../../engine/cluster/specs';
import type { HubLine } from '../../engine/cluster/work-queue';
import { systemClock } from '../../engine/system-clock';
import type { CopyRequest, DownloadRequest, UploadRequest } from '../../engine/transfers/api';
import { exitCodeOfFailures, exitCodes } from '../exit-codes';
import { counted } from '../numbers';
import { shellQuoted } from '@shared/commands/shell-text';
import type { Session } from '../session';
import { causesIn, filesIn } from './job-summary';

const lookEveryMs = 500;
/** A request that is lost with the server is repeated soon. */
const answerMs = 2000;

export interface HubFlags {
  readonly hub?: string;
}

export interface JobFlags extends HubFlags {
  readonly report?: string;
  readonly now?: boolean;
}

/** @throws StowageError `invalid.input` for options that only make sense for a job of this machine */
export function rejectOnHub(unused: Readonly<Record<string, unknown>>): void {
  const [option] = Object.entries(unused).find(([, value]) => value !== undefined) ?? [];
  if (option !== undefined) throw invalidInput(option, 'it does not apply to a job of a hub.', 'Remove it.');
}

const rejectUnused = ({ report, now }: JobFlags): void => rejectOnHub({ '--report': report, '--now': now });

export async function uploadOnHub(request: UploadRequest, flags: JobFlags, session: Session): Promise<number> {
  rejectUnused(flags);
  return run(await uploadOrder(request, session.engine.rooms), flags, session);
}

export async function downloadOnHub(
  [request, ...others]: readonly DownloadRequest[],
  flags: JobFlags,
  session: Session,
): Promise<number> {
  rejectUnused(flags);
  if (request === undefined || others.length > 0)
    throw invalidInput('CONTAINER', 'a job of a hub is of one container.', 'Download each by a command of its own.');
  return run(await downloadOrder(request, session.engine.rooms), flags, session);
}

export async function copyOnHub(request: CopyRequest, flags: JobFlags, session: Session): Promise<number> {
  rejectUnused(flags);
  return run(await copyOrder(request, session.engine.rooms), flags, session);
}

/** Sends the job and follows it. */
export async function run(
  { title, spec, prepare }: Order<ClusterSpec>,
  { hub = '' }: HubFlags,
  session: Session,
): Promise<number> {
  const joined = await readJoinFile(resolve(hub), '--hub');
  if (joined.role === 'viewer')
    throw invalidInput('--hub', 'it is for viewing only.', 'Use the join file for workers.');
  const line = await joinAsClient(joined, { clock: systemClock, field: '--hub', name: 'client' });
  try {
    await prepare?.();
    const { job } = await line.call('submit', { title, spec });
    return await followOnHub(job, line, shellQuoted(hub), session);
  } finally {
    await line.close();
  }
}

/** Prints how far it is until it has ended. */
export async function followOnHub(job: string, line: HubLine, hub: string, session: FollowPorts): Promise<number> {
  const { output, signal } = session;
  const rate = new Rate();
  let silentSinceMs: number | null = null;
  let waitsFor = '';
  for (;;) {
    let view: JobView | null = null;
    try {
      view = await line.call('job', { job }, answerMs);
      silentSinceMs = null;
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (error.kind !== 'network') throw error;
      // The hub may be started again, and its job goes on.
      if (silentSinceMs === null) output.info('The hub does not answer.');
      silentSinceMs ??= systemClock.monotonic();
      if (systemClock.monotonic() - silentSinceMs > session.unreachableForMs) {
        output.info(`The hub cannot be reached. See later: stowage jobs show ${job} --hub ${hub}`);
        return exitCodes.unavailable;
      }
    }
    if (view !== null) {
      if (!isOpen(view.state)) return printEnd(view, session);
      printProgress(view, rate.after(view.bytesMoved, systemClock.monotonic()), session);
      const reason = reasonText(view.waitsFor);
      if (reason !== waitsFor && reason !== '') output.info(`Waiting: ${reason}.`);
      waitsFor = reason;
    }
    if (signal.aborted) {
      output.info(`The job goes on. See how far it is: stowage jobs show ${job} --hub ${hub}`);
      output.info(`End it with: stowage jobs cancel ${job} --hub ${hub}`);
      return exitCodes.interrupted;
    }
    await systemClock.sleep(lookEveryMs, signal).catch(() => undefined);
  }
}

export type FollowPorts = Pick<Session, 'output' | 'signal' | 'unreachableForMs'>;

/** Over the last seconds. */
class Rate {
  readonly #samples: { readonly bytes: number; readonly atMs: number }[] = [];

  after(bytes: number, atMs: number): number {
    this.#samples.push({ bytes, atMs });
    while (this.#samples.length > 20) this.#samples.shift();
    const [first] = this.#samples;
    if (first === undefined || atMs === first.atMs) return 0;
    return Math.max(0, ((bytes - first.bytes) / (atMs - first.atMs)) * 1000);
  }
}

function printProgress(view: JobView, bytesPerSecond: number, { output }: FollowPorts): void {
  const far = {
    bytesDone: view.bytesMoved,
    bytesTotal: view.bytesFound,
    filesDone: view.filesMoved,
    filesTotal: view.filesFound,
    bytesPerSecond: Math.round(bytesPerSecond),
  };
  if (output.json)
    output.record(
      { event: 'progress', jobId: view.id, state: view.state, ...far, waitsFor: reasonText(view.waitsFor) },
      '',
    );
  else output.progress(`${farOnHub(view)}, ${formatRate(bytesPerSecond)}`);
}

/** `1.2 GiB of at least 3.0 GiB, 200 of at least 900 files, 4 of 12 shards`. */
export function farOnHub(view: JobView): string {
  const of = view.isPlanned ? 'of' : 'of at least';
  // How many rows a table has is known only when all of them were read.
  if (!isOfFiles(view.kind)) {
    const shards = `${formatCount(view.shardsDone)} ${of} ${formatCount(view.shards)} shards`;
    return `${itemsIn(view.kind, view.filesMoved)}, ${formatBytes(view.bytesMoved)}, ${shards}`;
  }
  return [
    `${formatBytes(view.bytesMoved)} ${of} ${formatBytes(view.bytesFound)}`,
    `${formatCount(view.filesMoved + view.skipped)} ${of} ${filesIn(view.filesFound)}`,
    `${formatCount(view.shardsDone)} ${of} ${formatCount(view.shards)} shards`,
  ].join(', ');
}

function printDifferences({ failed, failedCount }: JobView, output: FollowPorts['output']): void {
  for (const { source, message } of failed) {
    output.record({ event: 'difference', cause: message, name: source }, `${message.padEnd(10)}  ${source}`);
  }
  if (failedCount > failed.length) {
    const listed = `${formatCount(failed.length)} of ${counted(failedCount, 'difference')} are listed.`;
    output.info(`${listed} Check a folder of it to see more.`);
  }
}

const isOfFiles = (kind: string): boolean => ['upload', 'download', 'copy', 'check'].includes(kind);

function itemsIn(kind: string, count: number): string {
  if (kind === 'lab') return counted(count, 'run');
  if (kind === 'export' || kind === 'import') return counted(count, 'row');
  return filesIn(count);
}

/** The summary of a local transfer, with what only a job on many machines has. */
export function summaryOf(view: JobView) {
  const { files, bytes, failedCount, skipped, elapsedMs, requests, retries, throttled, latencyMs } = view;
  return {
    files,
    bytes,
    failed: view.failed.map((failure) => {
      const { source, target, code } = failure;
      return { source, target, code, message: recordedSentence(failure) };
    }),
    failedCount,
    skipped,
    stoppedBy: null,
    elapsedMs,
    bytesPerSecond: elapsedMs === 0 ? 0 : Math.round((bytes / elapsedMs) * 1000),
    requests,
    retries,
    throttled,
    latencyMs,
    tuner: [],
    bottleneck: 'none' as const,
    nodes: view.nodes,
    shards: view.shardsDone,
    redelivered: view.redelivered,
  };
}

function printEnd(view: JobView, { output }: FollowPorts): number {
  const summary = summaryOf(view);
  const skipped = view.skipped === 0 ? '' : `, ${formatCount(view.skipped)} skipped`;
  const failed = view.failedCount === 0 ? '' : `, ${formatCount(view.failedCount)} failed`;
  const again = view.redelivered === 0 ? '' : `, ${formatCount(view.redelivered)} given out again`;
  const done = `${itemsIn(view.kind, view.files)}, ${formatBytes(view.bytes)} in ${formatDuration(view.elapsedMs)} (${formatRate(summary.bytesPerSecond)})`;
  const nodes = `${formatCount(view.nodes)} ${view.nodes === 1 ? 'node' : 'nodes'}, ${formatCount(view.shardsDone)} ${view.shardsDone === 1 ? 'shard' : 'shards'}`;
  output.record({ event: 'summary', ...summary, note: '' }, `${done}${skipped}${failed}\n${nodes}${again}`);
  if (view.state === 'cancelled') {
    output.info('The job was cancelled.');
    return exitCodes.interrupted;
  }
  if (view.failedCount === 0) return exitCodes.done;
  if (view.kind === 'check') printDifferences(view, output);
  else if (!output.json) for (const cause of causesIn(view.failed, view.failedCount)) output.info(cause);
  // A difference, a rejected row and an incomplete measurement are results.
  const isMoving = isOfFiles(view.kind) && view.kind !== 'check';
  return isMoving ? exitCodeOfFailures(view.failed, view.files + view.skipped) : exitCodes.someFailed;
}
