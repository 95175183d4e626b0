// The report of a planned or finished transfer, for users and scripts: the lines of a dry run, the file of `--report`.
import { basename, dirname, isAbsolute, join } from 'node:path';
import { reportLine } from '@shared/charting/csv-line';
import { errorMessage, recordedSentence } from '@shared/error-text';
import { type StowageError, invalidInput } from '@shared/errors';
import { type FailedItem, type TransferJob, timingColumns, timingFields } from '@shared/model/transfer';
import { formatBytes, formatCount, formatRate, formatTimeLeft } from '@shared/units';
import { visibleLine } from '@shared/visible-text';
import { fileLines } from '../../disk/file-lines';
import { localError, systemCodeOf } from '../../disk/local-error';
import { replaceFile, tryToReplace } from '../../disk/replace-file';
import { isSameFile, positionOf } from '../../disk/same-file';
import type { ItemResult, PlannedItem } from '../../engine/transfers/api';
import { exitCodeOfFailures, exitCodes } from '../exit-codes';
import type { Session } from '../session';
import { causesIn, filesIn } from './job-summary';

/**
 * The progress of a job: `35.2 MiB of 85.1 MiB, 1,864 of 5,000 files`; for one file only its bytes. If not every file
 * is planned yet: `35.2 MiB of at least 85.1 MiB, 1,864 of at least 5,000 files`. If there are no bytes, because
 * nothing of it has a size or its sizes are not known: `0 of 5 files`.
 */
export function farOf(job: TransferJob): string {
  const { bytesDone, bytesTotal, filesDone, filesSkipped, filesTotal, failedCount, plan } = job;
  // What ended the whole job counts as one of its files.
  if (plan === 'partial' && bytesTotal === 0 && filesTotal === failedCount) return 'not planned yet';
  const of = plan === 'whole' ? 'of' : 'of at least';
  const bytes = `${formatBytes(bytesDone)} ${of} ${formatBytes(bytesTotal)}`;
  const files = `${formatCount(filesDone + filesSkipped)} ${of} ${filesIn(filesTotal)}`;
  if (bytesTotal === 0) return files;
  return filesTotal <= 1 && plan === 'whole' ? bytes : `${bytes}, ${files}`;
}

/**
 * The progress line. While the network is down or the service throttles, the wait replaces the rate, because its
 * duration is unknown.
 */
export function progressOf(job: TransferJob): string {
  const { waitsFor, note, bytesPerSecond, remainingMs } = job;
  if (waitsFor === 'network' || waitsFor === 'server') return `${farOf(job)}, ${note}`;
  const left = remainingMs === null ? '' : `, ${formatTimeLeft(remainingMs)} left`;
  return `${farOf(job)}, ${formatRate(bytesPerSecond)}${left}`;
}

/** A line of a report: what happened to a file, or would happen. */
export type ReportedFile = Omit<ItemResult, 'outcome' | 'context'> & { readonly outcome: string };

/** A failure's user-facing text replaces the message for logs. */
export function reportedFile({ context, ...item }: ItemResult): ReportedFile {
  return item.code === '' ? item : { ...item, message: recordedSentence({ ...item, context }) };
}

/**
 * A line for each file, and a summary with the remedy for each cause of failure; the exit code of the real transfer.
 */
export async function printPlans(
  plans: readonly AsyncIterable<PlannedItem>[],
  { output, signal }: Pick<Session, 'output' | 'signal'>,
  report?: string,
): Promise<number> {
  if (report !== undefined) await checkTargetPath('--report', report);
  const files = { transfer: 0, skip: 0, fail: 0 };
  const items: ReportedFile[] = [];
  let skipped = 0;
  const failed: FailedItem[] = [];
  let sum = 0;
  for (const plan of plans) {
    for await (const { source, target, bytes, action, reason, error } of plan) {
      files[action] += 1;
      // Links and the like have no target; the transfer counts them for nothing.
      if (action === 'skip' && target !== '') skipped += 1;
      if (action === 'transfer') sum += bytes ?? 0;
      const { code, message } = error === null ? { code: '', message: reason } : recorded(error);
      if (error !== null && failed.length < maxFailures) {
        failed.push({ source, target, code, message, context: error.context });
      }
      const outcome = `would-${action}`;
      if (report !== undefined) items.push({ source, target, bytes, outcome, code, message });
      const size = bytes === null ? '' : `  ${formatBytes(bytes)}`;
      const text = error === null ? reason : errorMessage(error).title;
      output.record(
        { event: 'item', source, target, bytes, outcome, code, message },
        visibleLine(`${action}  ${source} → ${target}${size}${text === '' ? '' : ` (${text})`}`),
      );
      await output.taken(signal);
    }
  }
  const { transfer, skip, fail } = files;
  const others = [
    ...(skip > 0 ? [`${formatCount(skip)} skipped`] : []),
    ...(fail > 0 ? [`${formatCount(fail)} fail`] : []),
  ];
  const text = [`${filesIn(transfer)}, ${formatBytes(sum)} would be transferred`, ...others].join(', ');
  if (report !== undefined) await writeReport(report, items, { of: 'a dry run' });
  if (output.json) {
    const reported = failed.map(({ source, target, code, message }) => ({ source, target, code, message }));
    output.record(
      { event: 'summary', files: transfer, bytes: sum, skipped: skip, failed: reported, failedCount: fail },
      '',
    );
  } else {
    for (const cause of causesIn(failed, fail)) output.info(cause);
    output.info(`${text}.`);
  }
  return fail === 0 ? exitCodes.done : exitCodeOfFailures(failed, transfer + skipped);
}

const recorded = (error: StowageError): Pick<ReportedFile, 'code' | 'message'> => ({
  code: error.code,
  message: recordedSentence(error),
});

/** As many as the summary of a real transfer names. */
const maxFailures = 100;

/** Checked before the work starts, which may take hours: the report must be writable. Throws `invalid.input`. */
export async function checkTargetPath(option: string, path: string): Promise<void> {
  try {
    await tryToReplace(path);
  } catch (thrown) {
    const code = systemCodeOf(thrown);
    throw invalidInput(
      option,
      code === 'EISDIR' ? `“${path}” is a folder.` : `“${path}” cannot be written (${code}).`,
      'Specify a file in an existing folder that you can write to.',
    );
  }
}

/** Throws `invalid.input` where the report would replace one of the files that a transfer reads. */
export async function refuseReportOverSource(report: string, sources: readonly string[]): Promise<void> {
  for (const source of sources) {
    if (await isSameFile(report, source)) {
      throw invalidInput('--report', `“${report}” is one of the uploaded files.`, 'Specify another file.');
    }
  }
}

/** What happened to a file, as an event of `--json` and a line of a report. */
export function itemRecord({ timing, ...item }: ReportedFile): Readonly<Record<string, string | number | null>> {
  return { ...item, ...timingFields(item.outcome === 'done' ? item.bytes : null, timing) };
}

interface ReportFacts {
  readonly of?: 'a transfer' | 'a dry run';
  /** The folder of a download, whose targets are named below it. */
  readonly targetDir?: string | undefined;
}

const planColumns = ['source', 'target', 'bytes', 'outcome', 'code', 'message'] as const;

/**
 * A CSV line for each file, in which a spreadsheet runs nothing; `--json` has every text unchanged. Unknown values,
 * such as a size, are empty fields. An earlier report remains until this one is complete.
 * @throws StowageError `local.*`; `invalid.input` instead of replacing one of the files that the report is about
 */
export async function writeReport(
  path: string,
  items: readonly ReportedFile[],
  { of = 'a transfer', targetDir }: ReportFacts = {},
): Promise<void> {
  const columns = of === 'a dry run' ? planColumns : [...planColumns, ...timingColumns];
  const rows = items.map(itemRecord).map((item) => columns.map((column) => String(item[column] ?? '')));
  const lines = [columns, ...rows].map(reportLine);
  const locals = items.flatMap(({ source, target }) => [
    source,
    targetDir === undefined ? target : join(targetDir, target),
  ]);
  // A file that was just fetched is no earlier report, whatever it contains.
  const fetched =
    targetDir === undefined
      ? []
      : items.flatMap(({ outcome, target }) => (outcome === 'done' ? [join(targetDir, target)] : []));
  if ((await isAmong(fetched, path)) || ((await isAmong(locals, path)) && !(await isReport(path)))) {
    throw invalidInput(
      '--report',
      `“${path}” is one of the files in the report, so it was not overwritten.`,
      'Specify another file.',
    );
  }
  try {
    await replaceFile(path, (file) => file.writeFile(lines.join('')));
  } catch (thrown) {
    throw localError(thrown, path);
  }
}

/** Whether the path leads to one of these files; blobs among them are no absolute paths. */
async function isAmong(locals: readonly string[], path: string): Promise<boolean> {
  const location = await positionOf(path);
  const folders = new Map<string, string>();
  for (const local of locals) {
    if (!isAbsolute(local) || basename(local) !== basename(location)) continue;
    const folder = folders.get(dirname(local)) ?? (await positionOf(dirname(local)));
    folders.set(dirname(local), folder);
    if (join(folder, basename(local)) === location) return true;
  }
  return false;
}

/** An earlier report in the folder that is uploaded again may be replaced. */
async function isReport(path: string): Promise<boolean> {
  const head = planColumns.join(',');
  for await (const line of fileLines(path, head.length + 200)) return line.toString('latin1').startsWith(head);
  return false;
}
