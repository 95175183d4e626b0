// `stowage lab`: lists the experiments, runs one and writes its report, compares and merges runs, and draws the report of
// a run or of anybody's CSV.
import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { StowageError, invalidInput } from '@shared/errors';
import { type Comparison, compareRuns } from '@shared/lab/compare-runs';
import { comparisonTable } from '@shared/lab/comparison-result';
import { experimentOf, experiments } from '@shared/lab/definitions';
import { formatFigure } from '@shared/lab/figures';
import type { LabEvent } from '@shared/lab/lab-messages';
import { type DeclaredParameter, type ParameterValues, parseParameter } from '@shared/lab/parameters';
import { comparisonReport, reportOf } from '@shared/lab/report/report';
import type { RunRecord } from '@shared/lab/run';
import { runJson } from '@shared/lab/run-files';
import { resultOf } from '@shared/lab/run-result';
import { sharedTable } from '@shared/lab/table-parameters';
import { embeddedConnectionId } from '@shared/model/connection';
import type { TimetableChoice } from '@shared/lab/timed/timetable';
import { currentFormats, writeAs } from '@shared/strings/formats';
import { textOfNamedFile } from '../named-file';
import { maxRunBytes, parseRun } from '../../engine/lab/runs/run-file';
import { exitCodes } from '../exit-codes';
import { findConnection } from './connections';
import { followTimedRun, resuming } from './lab-timed';
import { type CsvReportOptions, csvReport, maxCsvBytes } from '../lab/csv-report';
import { printLabDryRun } from '../lab/dry-run';
import { runInProcesses } from '../lab/processes';
import { type ReportContents, checkLabOutputPath, formatsFrom, writeReport } from '../lab/report-files';
import { parseTime, parseWhole } from '../numbers';
import { type Output, alignColumns } from '../output';
import type { CommandAction, Session } from '../session';

export interface LabReportOptions {
  readonly out?: string;
  /** `html,pdf,…` or `all`. */
  readonly format?: string;
  /** Rates in bits per second. */
  readonly bits?: boolean;
}

export interface LabRunOptions extends LabReportOptions {
  readonly preset?: string;
  readonly set?: readonly string[];
  readonly dryRun?: boolean;
  readonly name?: string;
  readonly node?: string;
  readonly objectives?: string;
  readonly notes?: string;
  readonly processes?: string;
  readonly hub?: string;
  readonly nodes?: string;
  readonly results?: string;
  readonly folder?: string;
  readonly also?: readonly string[];
  readonly every?: string;
  readonly for?: string;
}

export function listExperiments(output: Output): number {
  const records = experiments.map(({ id, title, presets, parameters }) => ({
    id,
    title,
    presets: presets.map((preset) => ({ id: preset.id, title: preset.title, parameters: preset.values })),
    parameters: Object.fromEntries(parameters.map(({ name, defaultValue }) => [name, defaultValue])),
  }));
  const rows = experiments.map(({ id, title, presets, parameters }) => [
    id,
    title,
    presets.map((preset) => preset.id).join(' '),
    parameters.map(({ name }) => name).join(' '),
  ]);
  output.table(['ID', 'TITLE', 'PRESETS', 'PARAMETERS'], rows, records);
  return exitCodes.done;
}

export function runLab(experimentId: string, options: LabRunOptions): CommandAction {
  return withRates(options, async (session) => {
    const { engine, output, signal } = session;
    const given = { ...presetValues(experimentId, options.preset), ...parametersFrom(experimentId, options.set ?? []) };
    const ownFolder = options.folder === undefined ? undefined : resolve(options.folder);
    const parameters: ParameterValues =
      ownFolder === undefined || !takesFolder(experimentId) ? given : { ...given, input: 'folder' };
    const others: string[] = [];
    for (const name of options.also ?? []) {
      others.push(name === embeddedConnectionId ? name : (await findConnection(engine, name)).id);
    }
    const connectionId = await session.connectionId();
    const formats = formatsFrom(options.format);
    if (options.dryRun === true) {
      if (options.hub !== undefined || options.processes !== undefined)
        output.info('These are the figures of one machine or process; all of them do the same.');
      const timetable = timetableOf(options) ?? undefined;
      const order = { connectionId, others, ownFolder, experimentId, parameters, timetable };
      return printLabDryRun(output, await engine.rooms.lab.dryRun(order));
    }
    await checkLabOutputPath(options.out, undefined, formats);
    await engine.rooms.lab.recover();
    const folderOf = (run: RunRecord): string => resolve(options.out ?? `lab-${run.id}`);
    const timetable = timetableOf(options);
    if (options.hub !== undefined) {
      const hub = await import('./lab-on-hub');
      const runs = await hub.measureOnHub({ experimentId, connectionId, parameters }, options, session);
      if (typeof runs === 'number') return runs;
      const [last, ...others] = [...runs].reverse();
      if (last === undefined) return exitCodes.someFailed;
      await writeReport(output, folderOf(last), contentsOf(last), formats);
      printRun(output, last, folderOf(last));
      if (others.length > 0) await writeComparison(runs, join(folderOf(last), 'by-nodes'), formats, session);
      return runs.every(({ end }) => end === 'done') ? exitCodes.done : exitCodes.someFailed;
    }
    rejectWithoutHub(options);
    if (options.processes !== undefined) {
      const count = parseWhole('--processes', options.processes, 2, 4);
      const runs = await runInProcesses(session, { experimentId, count, parameters });
      const merged = await engine.rooms.lab.merge(runs, options.name?.trim() || `${count} processes`);
      await writeReport(output, folderOf(merged), contentsOf(merged), formats);
      printRun(output, merged, folderOf(merged));
      return signal.aborted ? exitCodes.interrupted : merged.end === 'done' ? exitCodes.done : exitCodes.someFailed;
    }
    const { name = '', node = '', objectives = '', notes = '' } = options;
    const request = { connectionId, others, ownFolder, experimentId, parameters, name, node, objectives, notes };
    const onEvent = (event: LabEvent): void => showProgress(output, event);
    if (timetable !== null) {
      const begin = () => engine.rooms.lab.timed.start(request, timetable, onEvent);
      return followTimedRun(begin, session, (run) => writeRun(run, options, session));
    }
    const run = await engine.rooms.lab.run(request, signal, onEvent);
    const folder = folderOf(run);
    await writeReport(output, folder, contentsOf(run), formats);
    printRun(output, run, folder);
    const table = sharedTable(run.parameters);
    if (table !== null)
      output.info(`The table ${table} stays for other machines. Remove it with: stowage tables delete ${table}`);
    if (run.end === 'cancelled') return exitCodes.interrupted;
    return run.end === 'done' ? exitCodes.done : exitCodes.someFailed;
  });
}

/** Continues a run by timetable at its next sample. */
export function resumeTimedLab(run: string, options: LabReportOptions): CommandAction {
  return withRates(options, async (session) => {
    const { engine, output } = session;
    const formats = formatsFrom(options.format);
    await checkLabOutputPath(options.out, undefined, formats);
    await engine.rooms.lab.recover();
    const begin = await resuming(run, session, (event) => showProgress(output, event));
    return followTimedRun(begin, session, (ended) => writeRun(ended, options, session));
  });
}

async function writeRun(run: RunRecord, options: LabReportOptions, { output }: Session): Promise<void> {
  const folder = resolve(options.out ?? `lab-${run.id}`);
  await writeReport(output, folder, contentsOf(run), formatsFrom(options.format));
  printRun(output, run, folder);
}

/** Null for a run that measures once. */
function timetableOf(options: LabRunOptions): TimetableChoice | null {
  if (options.every === undefined && options.for === undefined) return null;
  if (options.every === undefined) throw invalidInput('--for', 'it is for runs by timetable.', 'Add --every 1h.');
  const [other] = Object.entries({ '--hub': options.hub, '--processes': options.processes }).find(
    ([, value]) => value !== undefined,
  ) ?? [undefined];
  if (other !== undefined) throw invalidInput(other, 'it measures once.', 'Use it without --every.');
  return {
    everyMinutes: minutesOf('--every', options.every, 24 * 60),
    forMinutes: minutesOf('--for', options.for ?? '7d', 92 * 24 * 60),
  };
}

function minutesOf(option: string, text: string, max: number): number {
  const minutes = parseTime(option, text) / 60_000;
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= max) return minutes;
  const days = max / 24 / 60;
  throw invalidInput(
    option,
    `"${text}" is not 1 minute to ${days === 1 ? '24 hours' : `${days} days`}.`,
    'Use, for example, 1h or 7d.',
  );
}

const takesFolder = (experimentId: string): boolean => experimentOf(experimentId).takesFolder === true;

export function compareLab(first: string, others: readonly string[], options: LabReportOptions): CommandAction {
  return withRates(options, async (session) => {
    const runs: RunRecord[] = [];
    for (const name of [first, ...others]) runs.push(await findRun(session, name));
    if (options.out === undefined) printComparison(session.output, compareRuns(runs));
    else await writeComparison(runs, resolve(options.out), formatsFrom(options.format), session);
    return exitCodes.done;
  });
}

async function writeComparison(
  runs: readonly RunRecord[],
  folder: string,
  formats: ReturnType<typeof formatsFrom>,
  { output }: Session,
): Promise<void> {
  const comparison = compareRuns(runs);
  printComparison(output, comparison);
  const { columns, rows } = comparisonTable(comparison);
  const titles = columns.map(({ title, unit }) => (unit === '' ? title : `${title} (${unit})`));
  const json = `${JSON.stringify(comparison, null, 2)}\n`;
  const contents = { report: comparisonReport(runs), data: { columns: titles, rows }, json };
  await writeReport(output, folder, contents, formats);
  output.info(`Written to ${folder}.`);
}

function rejectWithoutHub({ nodes, results }: LabRunOptions): void {
  const [option] = Object.entries({ '--nodes': nodes, '--results': results }).find(([, it]) => it !== undefined) ?? [];
  if (option !== undefined) throw invalidInput(option, 'it is for measurements by a hub.', 'Name one with --hub.');
}

/** Runs of several machines as one, saved beside the others and written like a run. */
export function mergeLab(
  first: string,
  others: readonly string[],
  options: LabReportOptions & { readonly name?: string },
): CommandAction {
  return withRates(options, async (session) => {
    const { engine, output } = session;
    const formats = formatsFrom(options.format);
    await checkLabOutputPath(options.out, undefined, formats);
    const runs: RunRecord[] = [];
    for (const name of [first, ...others]) runs.push(await findRun(session, name));
    const merged = await engine.rooms.lab.merge(runs, options.name?.trim() || `${runs.length} nodes`);
    const folder = resolve(options.out ?? `lab-${merged.id}`);
    await writeReport(output, folder, contentsOf(merged), formats);
    printRun(output, merged, folder);
    return exitCodes.done;
  });
}

/** The report of a run once more, in other formats, or one of anybody's CSV. */
export function reportLab(source: string, options: LabReportOptions & CsvReportOptions): CommandAction {
  return withRates(options, async (session) => {
    const { output } = session;
    const formats = formatsFrom(options.format);
    const isCsv = /\.(csv|tsv|txt)$/i.test(source);
    const contents = isCsv
      ? { ...csvReport(await textOfNamedFile('SOURCE', source, maxCsvBytes), basename(source), options), json: null }
      : contentsOf(await findRun(session, source));
    const stem = basename(source).replace(/\.[^.]*$/, '');
    const folder = resolve(options.out ?? `report-${stem}`);
    await checkLabOutputPath(folder, undefined, formats);
    await writeReport(output, folder, contents, formats);
    const { title, findings } = contents.report;
    output.record({ title, findings, out: folder }, [title, ...findings].join('\n'));
    output.info(`Written to ${folder}.`);
    return exitCodes.done;
  });
}

/** Formats rates as requested while the command runs. */
function withRates({ bits }: LabReportOptions, action: CommandAction): CommandAction {
  return async (session) => {
    const before = currentFormats();
    if (bits === true) writeAs({ ...before, byteUnits: 'bits' });
    try {
      return await action(session);
    } finally {
      writeAs(before);
    }
  };
}

function contentsOf(run: RunRecord): ReportContents {
  return { report: reportOf(run), data: { columns: run.columns, rows: run.rows }, json: runJson(run) };
}

function presetValues(experimentId: string, id: string | undefined): ParameterValues {
  if (id === undefined) return {};
  const { presets } = experimentOf(experimentId);
  const preset = presets.find((each) => each.id === id);
  if (preset !== undefined) return preset.values;
  const known = presets.map((each) => each.id).join(', ');
  throw invalidInput('--preset', `"${id}" is not a preset of ${experimentId}.`, `Use one of ${known}.`);
}

/** `name=value`, each at most once. */
function parametersFrom(experimentId: string, settings: readonly string[]): Record<string, ParameterValues[string]> {
  const { parameters } = experimentOf(experimentId);
  const given: Record<string, ParameterValues[string]> = {};
  for (const setting of settings) {
    const at = setting.indexOf('=');
    const name = setting.slice(0, Math.max(0, at));
    const info = parameters.find((parameter) => parameter.name === name);
    if (at < 1 || info === undefined) {
      const known = parameters.map((parameter) => parameter.name).join(', ');
      throw invalidInput(
        '--set',
        `"${setting}" is not a parameter of ${experimentId}.`,
        `Use KEY=VALUE with one of ${known}.`,
      );
    }
    given[name] = parsed(info, setting.slice(at + 1));
  }
  return given;
}

/** @throws StowageError `invalid.input` with the option as its field */
function parsed(info: DeclaredParameter, text: string): ParameterValues[string] {
  try {
    return parseParameter(info, text);
  } catch (thrown) {
    const { code, message, context } = StowageError.from(thrown);
    throw new StowageError(code, message, { context: { ...context, field: `--set ${info.name}` }, cause: thrown });
  }
}

function showProgress(output: Output, event: LabEvent): void {
  if (event.kind !== 'progress') return;
  const { phase, step, done, total } = event;
  output.progress(phase === 'measuring' ? `${step} · ${done + 1} of ${total}` : phase);
}

function printRun(output: Output, run: RunRecord, folder: string): void {
  const { findings, tables } = resultOf(run);
  const { id, name, experimentId, end, endReason, seed, totals, sampleCount } = run;
  const record = {
    id,
    name,
    experiment: experimentId,
    end,
    endReason,
    seed,
    samples: sampleCount,
    totals,
    findings,
    tables,
    out: folder,
  };
  const texts = tables.slice(0, 1).map(({ columns, rows }) => {
    const headings = columns.map(({ title, unit }) =>
      unit === '' || unit.startsWith('bytes') ? title : `${title} ${unit}`,
    );
    return alignColumns(
      headings,
      rows.map((row) => row.map((cell, column) => formatFigure(cell, columns[column]?.unit ?? ''))),
    );
  });
  output.record(record, [...findings, '', ...texts].join('\n').trimEnd());
  output.info(end === 'done' ? `Written to ${folder}.` : `${endReason} The measurements are in ${folder}.`);
}

function printComparison(output: Output, comparison: Comparison): void {
  const [, ...others] = comparison.runs;
  const lines = comparison.settings.flatMap((setting) =>
    setting.others.map(({ words: text }, index) => {
      const of = others.length > 1 ? `${setting.label}, ${others[index]?.label ?? ''}` : setting.label;
      return `${of}: ${text}`;
    }),
  );
  output.record(comparison, [...comparison.findings, '', ...lines].join('\n'));
}

/** A folder that `lab run` wrote, a run.json, or the id or name of a stored run. */
async function findRun({ engine }: Session, name: string): Promise<RunRecord> {
  const path = await runFile(resolve(name));
  if (path !== null) return parseRun(await textOfNamedFile('RUN', path, maxRunBytes), name);
  const heads = await engine.rooms.lab.runs.list();
  const byId = heads.filter((head) => head.id === name);
  const found = byId.length > 0 ? byId : heads.filter((head) => head.name === name);
  const [only] = found;
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    throw invalidInput('RUN', `${found.length} runs are named ${name}.`, `Specify one by its ID: ${ids}.`);
  }
  if (only !== undefined) return engine.rooms.lab.runs.read(only.id);
  throw new StowageError('not-found.resource', `There is no run ${name}.`, { context: { run: name } });
}

async function runFile(path: string): Promise<string | null> {
  try {
    const found = await stat(path);
    if (!found.isDirectory()) return path;
    const inside = join(path, 'run.json');
    return (await stat(inside)).isFile() ? inside : null;
  } catch {
    return null;
  }
}
