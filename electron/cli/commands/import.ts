// `stowage import`: a file of rows into a table, or with --dry-run what that would do.
import { realpath, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { StowageError, invalidInput } from '@shared/errors';
import { shortText } from '@shared/import/edm-inference';
import { inQuotes } from '@shared/strings/in-quotes';
import { parseEdmType } from '@shared/import/typed-header';
import { edmType } from '@shared/model/entity';
import {
  type ColumnSetting,
  type ImportReading,
  type ImportReport,
  type ImportSettings,
  type KeySource,
  defaultImportSettings,
  importMode,
} from '@shared/model/table-import';
import { encodingNames } from '@shared/preview/charsets';
import type { TableJob } from '@shared/model/table-job';
import { checkTableName } from '@shared/query/key-rules';
import { isZone } from '@shared/query/zone-time';
import { formatCount, formatDuration, formatTimeLeft } from '@shared/units';
import { shellQuoted } from '@shared/commands/shell-text';
import { readIfExists } from '../../disk/read-if-exists';
import { localError } from '../../disk/local-error';
import { isSameFile } from '../../disk/same-file';
import type { ImportJob } from '../../engine/tables/import/import-job';
import { exitCodeOf, exitCodes } from '../exit-codes';
import { textOfNamedFile } from '../named-file';
import { counted, parseChoice, parseWhole } from '../numbers';
import { alignColumns } from '../output';
import type { CommandAction, Session } from '../session';
import { followTableJob } from '../table-job';
import { goOnCommand } from './go-on-command';
import { pipe, removeSpooled, spoolOnce } from './piped';
import { checkTargetPath } from './transfer-report';
import { type PinnedOption, rejectOtherOptions, unfinishedOf } from './unfinished';

export interface ImportFlags {
  readonly dryRun?: boolean;
  readonly pk?: string;
  readonly rk?: string;
  readonly pkValue?: string;
  readonly rkGuid?: boolean;
  readonly zone?: string;
  readonly encoding?: string;
  readonly decimal?: string;
  readonly null?: string;
  readonly types?: string;
  readonly oddRows?: string;
  readonly mode?: string;
  readonly batch?: string;
  readonly concurrency?: string;
  readonly rejects?: string;
  readonly resume?: boolean;
  readonly hub?: string;
}

export function importFile(table: string, file: string, flags: ImportFlags): CommandAction {
  return async (session) => {
    checkTableName(table);
    const settings = await settingsFrom(flags);
    if (file !== pipe) return importFrom({ path: resolve(file), spooled: null, table, file, settings }, flags, session);
    rejectPiped(flags);
    const spooled = await spoolOnce(session);
    const ending = { isNeeded: false };
    try {
      return await importFrom({ path: spooled, spooled: ending, table, file, settings }, flags, session);
    } finally {
      if (!ending.isNeeded) await removeSpooled(spooled);
    }
  };
}

interface ImportedFile {
  readonly table: string;
  /** As it was typed. */
  readonly file: string;
  readonly path: string;
  /** Whether what was read from standard input is needed later; null for a file. */
  readonly spooled: { isNeeded: boolean } | null;
  readonly settings: ImportSettings;
}

async function importFrom(
  { table, file, path, spooled, settings }: ImportedFile,
  flags: ImportFlags,
  session: Session,
): Promise<number> {
  const location = { kind: 'file' as const, path };
  // The options name columns, so the first row must be a header, whatever it looks like.
  const reading = { header: 'first-row' as const, ...encodingFrom(flags) };
  const oddRows = parseChoice('--odd-rows', flags.oddRows ?? 'text', ['text', 'reject']);
  if (flags.dryRun) {
    return print((await checked({ session, location, reading, settings, oddRows })).report, reading, session);
  }
  const connectionId = await session.connectionId();
  if (flags.hub !== undefined) {
    const hub = await import('./tables-on-hub');
    hub.rejectImportOnHub(flags, settings);
    const found = await prepared({ session, connectionId, location, reading, settings, oddRows });
    return hub.importOnHub({ connectionId, table, path, ...found }, flags, session);
  }
  if (flags.rejects !== undefined) await checkRejects(flags.rejects, path);
  await session.engine.recovered;
  const startedMs = performance.now();
  const known = flags.resume ? await unfinished(session, connectionId, { table, path }) : null;
  if (known !== null) {
    const { head } = known;
    const encoding: PinnedOption = ['--encoding', reading.encoding, head.reading.encoding];
    rejectOtherOptions([encoding, ...optionsOf(flags, settings, head.settings)]);
  }
  const rowsBefore = known?.view().rowsDone ?? 0;
  await known?.resume(connectionId);
  const job = known ?? (await start({ session, connectionId, table, location, reading, settings, oddRows }));
  if (spooled !== null) spooled.isNeeded = true;
  const view = await followTableJob(session, job);
  // An import that was rejected before its first row has nothing to sum up, and has rejected nothing.
  if (view.error === null || view.rowsDone + view.rowsRejected > 0) {
    summarise(view, { elapsedMs: performance.now() - startedMs, rowsBefore }, session);
    if (flags.rejects !== undefined) await writeRejects(job, view, resolve(flags.rejects), session);
  }
  const rejects = flags.rejects === undefined ? [] : ['--rejects', flags.rejects];
  if (flags.rejects === undefined && view.state === 'done' && view.rowsRejected > 0) {
    session.output.info(`Save the rejected rows with: ${goOnCommand(['jobs', 'rejects', job.id, 'FILE'], session)}`);
  }
  if (spooled === null) return exitOf(session, view, ['import', table, file, ...rejects, '--resume']);
  // The rejected rows are read again, and so is all the rest by a job that is resumed.
  const isRejected = view.state === 'failed' && view.rowsDone === 0;
  const isOver = view.state === 'done' || view.state === 'cancelled' || isRejected;
  spooled.isNeeded = !isOver || (view.rowsRejected > 0 && flags.rejects === undefined);
  return exitOf(session, view, ['jobs', 'resume', job.id]);
}

/** What is read from standard input once has no place for a second command to find it. */
function rejectPiped(flags: ImportFlags): void {
  if (flags.resume === true) {
    throw invalidInput(
      '--resume',
      'standard input cannot be read again.',
      'Find the job with: stowage jobs list. Continue it with: stowage jobs resume ID.',
    );
  }
  if (flags.hub !== undefined)
    throw invalidInput('FILE', 'workers cannot read standard input.', 'Name a file, or import it without --hub.');
}

interface CheckedFile {
  readonly session: Session;
  readonly location: { readonly kind: 'file'; readonly path: string };
  readonly reading: ImportReading & { readonly header: 'first-row' };
  readonly settings: ImportSettings;
  /** `reject`: columns get the type of most of their values, and rows with other values are rejected. */
  readonly oddRows: 'text' | 'reject';
}

/** The dry run, and the settings that follow from it. */
async function checked({ session, location, reading, settings, oddRows }: CheckedFile): Promise<{
  readonly report: ImportReport;
  readonly settings: ImportSettings;
}> {
  const { imports } = session.engine.rooms.tableFiles;
  const report = await imports.check({ location, reading, settings }, session.signal);
  if (reading.encoding !== undefined && report.reading.format === 'parquet') {
    throw invalidInput('--encoding', 'a Parquet file has a fixed encoding.', 'Remove it.');
  }
  const found = report.conflicts.filter(({ unfit }) => unfit > 0);
  if (oddRows === 'text' || found.length === 0) return { report, settings };
  const given = settings.columns.filter(({ column }) => !found.some((other) => other.column === column));
  const typed = { ...settings, columns: [...given, ...found.map(({ column, type }) => ({ column, type }))] };
  return { report: await imports.check({ location, reading, settings: typed }, session.signal), settings: typed };
}

async function start(
  file: CheckedFile & { readonly connectionId: string; readonly table: string },
): Promise<ImportJob> {
  const { session, connectionId, table, location, reading } = file;
  const { settings } = await prepared(file);
  return session.engine.rooms.tableFiles.imports.start({ connectionId, table, location, reading, settings });
}

/** Prints what the dry run prints as warnings before anything is written. */
async function prepared(
  file: CheckedFile & { readonly connectionId: string },
): Promise<{ readonly report: ImportReport; readonly settings: ImportSettings }> {
  const { session, connectionId, reading } = file;
  // A read-only connection is rejected before the file is read.
  await session.engine.rooms.accounts.openForWriting(connectionId);
  const { report, settings } = await checked(file);
  for (const { name, use, note } of report.columns) {
    if (use === 'import' && note !== '') session.output.info(`${name}: ${note}`);
  }
  for (const note of notesOf(report, reading)) session.output.info(note);
  return { report, settings };
}

/** What a user should know before the first row is written. */
function notesOf({ reading, warnings }: ImportReport, wanted: ImportReading): readonly string[] {
  const isGuess = wanted.encoding === undefined && !reading.encoding.startsWith('utf-') && reading.format !== 'parquet';
  const hint = 'Specify the encoding of the file with --encoding, such as --encoding windows-1251.';
  return [...reading.notes, ...(isGuess ? [hint] : []), ...warnings];
}

async function checkRejects(rejects: string, input: string): Promise<void> {
  if (await isSameFile(rejects, input)) {
    throw invalidInput('--rejects', 'it is the imported file.', 'Specify another file.');
  }
  await checkTargetPath('--rejects', rejects);
}

/**
 * A file of an earlier import does not stay: it would read as if these rows were of this one. Devices and pipes are not
 * removed.
 */
async function writeRejects(job: ImportJob, { rowsRejected }: TableJob, path: string, session: Session): Promise<void> {
  if (rowsRejected > 0) {
    try {
      await job.saveRejected(path);
    } catch (thrown) {
      const way = goOnCommand(['jobs', 'rejects', job.id, path], session);
      session.output.info(`The other rows are stored. Save the rejected rows with: ${way}`);
      throw thrown;
    }
    return;
  }
  try {
    const earlier = await readIfExists(path, (present) => stat(present), null);
    if (earlier?.isFile() === true) await rm(await realpath(path), { force: true });
  } catch (thrown) {
    throw localError(thrown, path);
  }
}

function unfinished(
  session: Session,
  connectionId: string,
  { table, path }: { readonly table: string; readonly path: string },
): Promise<ImportJob> {
  const { imports } = session.engine.rooms.tableFiles;
  return unfinishedOf(session, connectionId, { path, find: (isMeant) => imports.unfinished(table, path, isMeant) });
}

function optionsOf(flags: ImportFlags, given: ImportSettings, begun: ImportSettings): readonly PinnedOption[] {
  const pair = (option: keyof ImportFlags, setting: keyof ImportSettings): PinnedOption => [
    `--${option}`,
    flags[option] === undefined ? undefined : given[setting],
    begun[setting],
  ];
  return [
    pair('pk', 'partitionKey'),
    pair('rk', 'rowKey'),
    pair('types', 'columns'),
    pair('zone', 'zone'),
    pair('decimal', 'decimals'),
    pair('null', 'nullText'),
    pair('mode', 'mode'),
    pair('batch', 'batchSize'),
    pair('concurrency', 'concurrency'),
  ];
}

/** Every contradiction is rejected with the option's name. */
async function settingsFrom(flags: ImportFlags): Promise<ImportSettings> {
  return {
    ...defaultImportSettings,
    partitionKey: partitionKeyFrom(flags),
    rowKey: rowKeyFrom(flags),
    ...(flags.zone === undefined ? {} : { zone: zoneFrom(flags.zone) }),
    ...(flags.decimal === undefined
      ? {}
      : { decimals: parseChoice('--decimal', flags.decimal, ['point', 'comma'] as const) }),
    ...(flags.null === undefined ? {} : { nullText: nullFrom(flags.null) }),
    columns: flags.types === undefined ? [] : await typesFrom(flags.types),
    mode: parseChoice('--mode', flags.mode ?? 'insert', importMode.options),
    batchSize: flags.batch === undefined ? 'auto' : parseWhole('--batch', flags.batch, 1, 100),
    concurrency: flags.concurrency === undefined ? 'auto' : parseWhole('--concurrency', flags.concurrency, 1, 64),
  };
}

function partitionKeyFrom({ pk, pkValue }: ImportFlags): KeySource {
  if (pkValue === undefined) return keyFrom(pk, defaultImportSettings.partitionKey);
  if (pk !== undefined) throw invalidInput('--pk-value', '--pk is also specified.', 'Use only one of them.');
  return { kind: 'expression', expression: pkValue.replaceAll('{', '{{').replaceAll('}', '}}') };
}

function rowKeyFrom({ rk, rkGuid }: ImportFlags): KeySource {
  if (rkGuid !== true) return keyFrom(rk, defaultImportSettings.rowKey);
  if (rk !== undefined) throw invalidInput('--rk-guid', '--rk is also specified.', 'Use only one of them.');
  return { kind: 'guid' };
}

function zoneFrom(zone: string): string {
  if (isZone(zone)) return zone;
  throw invalidInput('--zone', `“${zone}” is not a time zone.`, 'Use one such as Europe/Berlin or UTC.');
}

function encodingFrom({ encoding: label }: ImportFlags): Pick<ImportReading, 'encoding'> {
  if (label === undefined) return {};
  try {
    const { encoding: name } = new TextDecoder(label);
    const encoding = encodingNames.find((each) => each === name);
    if (encoding !== undefined) return { encoding };
  } catch {
    // The runtime knows no such label.
  }
  throw invalidInput('--encoding', `“${label}” is not a known encoding.`, `Use one of ${encodingNames.join(', ')}.`);
}

function nullFrom(text: string): string {
  if (text !== '') return text;
  throw invalidInput('--null', 'the text is empty.', 'Empty cells are skipped without it.');
}

/** A column's name, or an expression where braces are in it. */
function keyFrom(text: string | undefined, otherwise: KeySource): KeySource {
  if (text === undefined) return otherwise;
  return text.includes('{') ? { kind: 'expression', expression: text } : { kind: 'column', column: text };
}

async function typesFrom(path: string): Promise<ColumnSetting[]> {
  const form = 'Use a JSON object such as {"Rating":"Edm.Double","Code":"Edm.String"}.';
  const inputError = (problem: string, fix = form): StowageError => invalidInput('--types', problem, fix);
  const text = await textOfNamedFile('--types', path);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw inputError('the file is not JSON.');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw inputError('the file contains no object.');
  return Object.entries(parsed).map(([column, name]: [string, unknown]) => {
    const type = typeof name === 'string' ? parseEdmType(name) : null;
    if (type === null) {
      const shown = typeof name === 'string' ? inQuotes(shortText(name)) : 'that is not a text';
      const problem = `column ${shortText(column)} has the type ${shown}, which tables do not support.`;
      throw inputError(problem, `Use one of ${edmType.options.join(', ')}.`);
    }
    return { column, type };
  });
}

/** For the terminal; JSON has as many as the check names. */
const rejectsPrinted = 20;

function print(report: ImportReport, wanted: ImportReading, { output }: Session): number {
  const { columns, partitions, batches, duplicateKeys, emptyRowKeys, rejects, rejectedRows } = report;
  const { appendOnly, warnings } = report;
  const record = {
    columns: columns.map(({ name, property, type, nulls, use, note }) => {
      return {
        name,
        property,
        type,
        nulls,
        ...(note === '' ? {} : { note }),
        ...(use === 'leave-out' ? { leftOut: true } : {}),
      };
    }),
    partitions,
    batches,
    duplicateKeys,
    emptyRowKeys,
    rejects,
    rejectedRows,
    appendOnly,
    blankRows: report.blankRows,
    conflicts: report.conflicts,
    conflictRows: report.conflictRows,
    warnings,
  };
  const table = columns.map(({ name, type, nulls, use, note }) =>
    use === 'leave-out' ? [name, '', '', 'skipped'] : [name, type, formatCount(nulls), note],
  );
  const plan = [counted(report.rows, 'row'), counted(partitions, 'partition'), counted(batches, 'batch', 'batches')];
  const lines = [
    alignColumns(['COLUMN', 'TYPE', 'EMPTY', 'NOTE'], table),
    `${plan.join(', ')}, at least ${formatTimeLeft(report.minMs)}`,
    `${counted(duplicateKeys, 'repeated key')}, ${counted(rejectedRows, 'row')} cannot be imported`,
    ...(report.conflictRows > 0
      ? [
          `${counted(report.conflictRows, 'row')} with a value of a different type than its column; to reject them instead of storing text: --odd-rows reject`,
        ]
      : []),
    ...rejects.slice(0, rejectsPrinted).map(({ line, message }) => `line ${line}: ${message}`),
    ...(rejectedRows > rejectsPrinted ? [`… and ${formatCount(rejectedRows - rejectsPrinted)} more`] : []),
  ];
  output.record(record, lines.join('\n'));
  for (const note of notesOf(report, wanted)) output.info(note);
  return rejectedRows > 0 ? exitCodes.someFailed : exitCodes.done;
}

/** The time of this run, and how many rows earlier ones had done. */
interface RunTime {
  readonly elapsedMs: number;
  readonly rowsBefore: number;
}

function summarise(view: TableJob, { elapsedMs, rowsBefore }: RunTime, { output }: Session): void {
  const { rowsDone, rowsRejected, batches, requests, retries, throttled } = view;
  const entitiesPerSecond = Math.round(((rowsDone - rowsBefore) / Math.max(1, elapsedMs)) * 1000);
  const summary = {
    rows: rowsDone + rowsRejected,
    inserted: rowsDone,
    rejected: rowsRejected,
    batches,
    requests,
    retries,
    throttled,
    elapsedMs: Math.round(elapsedMs),
    entitiesPerSecond,
  };
  const ofThisRun = rowsBefore === 0 ? '' : `, ${formatCount(rowsDone - rowsBefore)} of them`;
  const rejected = rowsRejected === 0 ? '' : `, ${formatCount(rowsRejected)} rejected`;
  output.record(
    summary,
    `${counted(rowsDone, 'entity', 'entities')}${ofThisRun} in ${formatDuration(elapsedMs)} (${formatCount(entitiesPerSecond)}/s)${rejected}`,
  );
  for (const { count, message, examples } of view.failures) {
    output.info(`rejected  ${formatCount(count)}: ${message} (${examples.join(', ')})`);
  }
  if (view.failures.some(({ code }) => code === 'conflict.exists')) {
    output.info('To change existing rows: --mode upsert-merge, or --mode upsert-replace for whole rows.');
  }
  const missing = view.failures.flatMap(
    ({ message }) => /“(null|nil|none|n\/a|nan|\\N|-)” is not /iu.exec(message)?.[1] ?? [],
  )[0];
  if (missing !== undefined) output.info(`To treat such cells as missing: --null ${shellQuoted(missing)}`);
}

/** Ends with the code of the failure; prints how to resume if possible. `resuming`: the command for it. */
export function exitOf(session: Session, view: TableJob, resuming: readonly string[]): number {
  const { output, signal } = session;
  const goesOn = goOnCommand(resuming, session);
  if (view.state === 'interrupted') {
    output.info(`State saved. Continue with: ${goesOn}`);
    return exitCodes.interrupted;
  }
  if (view.error !== null) {
    const error = StowageError.fromShape(view.error);
    output.fail(error);
    if (view.rowsDone > 0 || view.state === 'paused') output.info(`Continue with: ${goesOn}`);
    return exitCodeOf(error.code);
  }
  if (signal.aborted || view.state === 'cancelled') return exitCodes.interrupted;
  return view.rowsRejected > 0 ? exitCodes.someFailed : exitCodes.done;
}
