// `stowage upload` and `stowage download`: one job per command, events as it goes, a summary at the end.
import { resolve, sep } from 'node:path';
import { performance } from 'node:perf_hooks';
import { sentence, titleOfKept } from '@shared/error-words';
import { invalidInput } from '@shared/errors';
import { causesOf } from '@shared/failure-causes';
import { type TransferOptions, overwritePolicy } from '@shared/model/transfer';
import { formatBytes, formatCount, formatDuration, formatRate, formatTimeLeft } from '@shared/units';
import type {
  DownloadRequest,
  DownloadSelection,
  ItemResult,
  JobHandle,
  JobSummary,
  UploadRequest,
} from '../../engine/transfers/api';
import { blockBytesLimit } from '../../engine/transfers/plan/block-plan';
import { exitCodeOfFailures, exitCodes } from '../exit-codes';
import { createPatience } from '../network-patience';
import { parseBytes, parseChoice, parseWhole } from '../numbers';
import { parseRemotePath } from '../remote-path';
import type { CommandAction, Session } from '../session';
import { goOnCommand } from './go-on-command';
import { type BeginningFlags, beginningOf, endedInItsTime, isHeldForGood } from './in-its-time';
import { farOf, filesIn, makeReport, printPlans, writeReport } from './transfer-report';

export interface TransferFlags extends BeginningFlags {
  readonly blockSize?: string;
  readonly concurrency?: string;
  readonly overwrite?: string;
  readonly verify?: string;
  readonly limitRate?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly dryRun?: boolean;
  readonly report?: string;
}

function optionsFrom(flags: TransferFlags): TransferOptions {
  const auto = (text: string | undefined): boolean => text === undefined || text === 'auto';
  return {
    overwrite: parseChoice('--overwrite', flags.overwrite ?? 'never', overwritePolicy.options),
    verify: parseChoice('--verify', flags.verify ?? 'md5', ['md5', 'length', 'none']),
    blockBytes: auto(flags.blockSize) ? 'auto' : parseBytes('--block-size', flags.blockSize ?? '', blockBytesLimit),
    concurrency: auto(flags.concurrency) ? 'auto' : parseWhole('--concurrency', flags.concurrency ?? '', 1, 256),
    ...(flags.limitRate === undefined ? {} : { limitRate: parseBytes('--limit-rate', flags.limitRate) }),
  };
}

const patterns = (flags: TransferFlags): Pick<UploadRequest, 'include' | 'exclude'> => ({
  ...(flags.include ? { include: flags.include } : {}),
  ...(flags.exclude ? { exclude: flags.exclude } : {}),
});

export function upload(args: readonly string[], flags: TransferFlags): CommandAction {
  return async (session) => {
    const target = args.at(-1);
    const paths = args.slice(0, -1);
    if (target === undefined || paths.length === 0) {
      throw invalidInput('PATH', 'nothing to upload was named.', 'Write stowage upload PATH… CONTAINER[/PREFIX].');
    }
    const { container, rest } = parseRemotePath(target);
    const request: UploadRequest = {
      connectionId: await session.connectionId(),
      container,
      prefix: rest,
      paths: paths.map(absoluteKeepingSlash),
      options: optionsFrom(flags),
      ...patterns(flags),
      ...beginningOf(flags),
    };
    await session.engine.recovered;
    const { transfers } = session.engine.rooms;
    if (flags.dryRun) return printPlans([transfers.planUpload(request, session.signal)], session.output);
    if (flags.report !== undefined) await makeReport(flags.report);
    return follow(session, [await transfers.uploadPaths(request)], flags);
  };
}

export function download(args: readonly string[], flags: TransferFlags): CommandAction {
  return async (session) => {
    const target = args.at(-1);
    const sources = args.slice(0, -1).map(parseRemotePath);
    if (target === undefined || sources.length === 0) {
      throw invalidInput(
        'CONTAINER',
        'nothing to download was named.',
        'Write stowage download CONTAINER[/PREFIX|/BLOB]… DIR.',
      );
    }
    const connectionId = await session.connectionId();
    const requests = [...new Set(sources.map(({ container }) => container))].map((container): DownloadRequest => ({
      connectionId,
      container,
      selection: sources.filter((source) => source.container === container).map(({ rest }) => selectionOf(rest)),
      targetDir: resolve(target),
      options: optionsFrom(flags),
      ...patterns(flags),
      ...beginningOf(flags),
    }));
    await session.engine.recovered;
    const { transfers } = session.engine.rooms;
    if (flags.dryRun) {
      const plans = requests.map((request) => transfers.planDownload(request, session.signal));
      return printPlans(plans, session.output);
    }
    if (flags.report !== undefined) await makeReport(flags.report);
    return follow(session, await Promise.all(requests.map((request) => transfers.downloadTo(request))), flags);
  };
}

/** `folder/` and the whole container mean the contents; anything else is a blob or a folder that keeps its name. */
function selectionOf(rest: string): DownloadSelection {
  return rest === '' || rest.endsWith('/') ? { kind: 'prefix', prefix: rest, as: '' } : { kind: 'auto', name: rest };
}

function absoluteKeepingSlash(path: string): string {
  const absolute = resolve(path);
  return path.endsWith('/') || path.endsWith(sep) ? absolute + sep : absolute;
}

/** Prints what happens to jobs until they have ended; the first Ctrl+C interrupts them. */
export async function follow(session: Session, jobs: readonly JobHandle[], flags: TransferFlags): Promise<number> {
  const { output, placeArguments, signal } = session;
  const items: ItemResult[] = [];
  const unreachable = new Set<string>();
  for (const job of jobs) {
    job.onEvent((event) => {
      if (event.event === 'item') {
        items.push(event.item);
        if (output.json) output.record({ event: 'item', ...event.item }, '');
        else if (event.item.outcome === 'failed')
          output.say(`failed  ${event.item.source}: ${titleOfKept({ ...event.item, context: {} })}`);
        return;
      }
      const { bytesDone, bytesTotal, filesDone, filesTotal, bytesPerSecond, remainingMs, state } = event.job;
      if (output.json) {
        output.record(
          { event: 'progress', jobId: job.jobId, state, bytesDone, bytesTotal, filesDone, filesTotal, bytesPerSecond },
          '',
        );
      } else {
        const left = remainingMs === null ? '' : `, ${formatTimeLeft(remainingMs)} left`;
        output.progress(`${farOf(event.job)}, ${formatRate(bytesPerSecond)}${left}`);
      }
    });
    const interrupt = (): void => void job.interrupt();
    const patience = createPatience(networkPatienceMs, () => performance.now());
    job.onEvent((event) => {
      if (event.event === 'progress' && patience.isOver(event.job.waitsFor)) {
        unreachable.add(job.jobId);
        interrupt();
      }
    });
    if (signal.aborted) interrupt();
    else signal.addEventListener('abort', interrupt, { once: true });
  }
  const { transfers } = session.engine.rooms;
  const summaries = await Promise.all(
    jobs.map((job) => endedInItsTime(job, { transfers, output, placeArguments, signal })),
  );
  const summary = combine(summaries);
  output.record({ event: 'summary', ...summary }, describe(summary));
  if (flags.report !== undefined) await writeReport(flags.report, items);
  sayMore(jobs, summaries, session);
  if (signal.aborted) {
    for (const job of jobs) output.say(`State saved. Continue with: ${resumeCommand(job.jobId, session)}`);
    return exitCodes.interrupted;
  }
  if (unreachable.size > 0) {
    for (const jobId of unreachable) {
      output.say(`The service cannot be reached. State saved. Continue with: ${resumeCommand(jobId, session)}`);
    }
    return exitCodes.unavailable;
  }
  sayHowToGoOn(jobs, summaries, session);
  if (jobs.some(({ jobId }) => isHeldForGood(jobId, transfers))) return exitCodes.conflict;
  return exitOf(summaries, items);
}

/** Beside the counts: what each cause of failures asks for, and what was left alone. */
function sayMore(jobs: readonly JobHandle[], summaries: readonly JobSummary[], { engine, output }: Session): void {
  if (output.json) return;
  for (const { error, items } of causesOf(summaries.flatMap(({ failed }) => failed))) {
    output.say(`${filesIn(items.length)}: ${sentence(error)}`);
  }
  // The note of a job that was stopped says by what: so does the cause above, or the way to go on below.
  const ended = new Set(jobs.filter((_, index) => summaries[index]?.stoppedBy === null).map(({ jobId }) => jobId));
  for (const { id, note } of engine.rooms.transfers.jobs()) {
    if (ended.has(id) && note !== '') output.say(note);
  }
}

function sayHowToGoOn(jobs: readonly JobHandle[], summaries: readonly JobSummary[], session: Session): void {
  const { output } = session;
  summaries.forEach(({ state, stoppedBy, canBeTriedAgain }, index) => {
    const command = resumeCommand(jobs[index]?.jobId ?? '', session);
    if (state === 'paused' && stoppedBy !== null) {
      output.say(`Paused: ${stoppedBy.message}`);
      output.say(`State saved. Continue with: ${command}`);
    } else if (canBeTriedAgain) {
      output.say(`Try what failed again with: ${command}`);
    }
  });
}

const resumeCommand = (jobId: string, session: Session): string => goOnCommand(['jobs', 'resume', jobId], session);

/** A script must not wait for a line that nobody mends. */
const networkPatienceMs = 120_000;

function exitOf(summaries: readonly JobSummary[], items: readonly ItemResult[]): number {
  if (summaries.every(({ state, failedCount }) => state === 'done' && failedCount === 0)) return exitCodes.done;
  return exitCodeOfFailures(
    summaries.flatMap(({ failed, stoppedBy }): readonly { readonly code: string }[] =>
      stoppedBy === null ? failed : [...failed, stoppedBy],
    ),
    items.filter((item) => item.outcome === 'done').length,
  );
}

type Combined = Omit<JobSummary, 'state' | 'failed' | 'canBeTriedAgain'> & {
  readonly failed: readonly { source: string; target: string; code: string; message: string }[];
};

function combine(summaries: readonly JobSummary[]): Combined {
  const total = (
    field: 'files' | 'bytes' | 'failedCount' | 'skipped' | 'bytesPerSecond' | 'requests' | 'retries' | 'throttled',
  ): number => summaries.reduce((sum, summary) => sum + summary[field], 0);
  const worst = (field: 'p50' | 'p95' | 'p99'): number =>
    Math.max(...summaries.map((summary) => summary.latencyMs[field]));
  return {
    files: total('files'),
    bytes: total('bytes'),
    failed: summaries.flatMap((summary) =>
      summary.failed.map(({ source, target, code, message }) => ({ source, target, code, message })),
    ),
    failedCount: total('failedCount'),
    skipped: total('skipped'),
    stoppedBy: summaries.find(({ stoppedBy }) => stoppedBy !== null)?.stoppedBy ?? null,
    elapsedMs: Math.max(...summaries.map((summary) => summary.elapsedMs)),
    bytesPerSecond: total('bytesPerSecond'),
    requests: total('requests'),
    retries: total('retries'),
    throttled: total('throttled'),
    latencyMs: { p50: worst('p50'), p95: worst('p95'), p99: worst('p99') },
    tuner: summaries.flatMap((summary) => summary.tuner),
    bottleneck: summaries[0]?.bottleneck ?? 'none',
  };
}

function describe(summary: Combined): string {
  const failed = summary.failedCount === 0 ? '' : `, ${formatCount(summary.failedCount)} failed`;
  const skipped = summary.skipped === 0 ? '' : `, ${formatCount(summary.skipped)} skipped`;
  return `${filesIn(summary.files)}, ${formatBytes(summary.bytes)} in ${formatDuration(summary.elapsedMs)} (${formatRate(summary.bytesPerSecond)})${skipped}${failed}`;
}
