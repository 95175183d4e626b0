// `stowage lab`: lists the experiments, runs one and writes its report, compares runs.
import { readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StowageError, invalidInput } from '@shared/errors';
import { type Comparison, compareRuns } from '@shared/lab/compare-runs';
import { comparisonTable } from '@shared/lab/comparison-result';
import { experimentOf, experiments } from '@shared/lab/definitions';
import { formatFigure } from '@shared/lab/figures';
import { type DeclaredParameter, type ParameterValues, parseParameter } from '@shared/lab/parameters';
import { type Report, comparisonReport, reportOf } from '@shared/lab/report/report';
import { missingInPdf, pdfFile } from '../lab/pdf-file';
import { reportPages } from '../lab/pdf-pages';
import { reportHtml } from '@shared/lab/report/report-html';
import { runCsv, runJson } from '@shared/lab/run-files';
import { type RunRecord, samplesOf } from '@shared/lab/run';
import type { LabEvent } from '@shared/lab/lab-messages';
import { localError, systemCodeOf } from '../../disk/local-error';
import { replaceFile, tryToReplace } from '../../disk/replace-file';
import { parseRun } from '../../engine/lab/runs/run-file';
import { exitCodes } from '../exit-codes';
import { makeNamedFolder } from '../named-folder';
import { type Output, alignColumns } from '../output';
import type { CommandAction, Session } from '../session';

export interface LabRunOptions {
  readonly set?: readonly string[];
  readonly out?: string;
  readonly name?: string;
  readonly node?: string;
}

export function listExperiments(output: Output): number {
  const records = experiments.map(({ id, title, parameters }) => ({
    id,
    title,
    parameters: Object.fromEntries(parameters.map(({ name, defaultValue }) => [name, defaultValue])),
  }));
  const rows = experiments.map(({ id, title, parameters }) => [
    id,
    title,
    parameters.map(({ name }) => name).join(' '),
  ]);
  output.table(['ID', 'TITLE', 'PARAMETERS'], rows, records);
  return exitCodes.done;
}

export function runLab(experimentId: string, options: LabRunOptions): CommandAction {
  return async (session) => {
    const { engine, output, signal } = session;
    const parameters = parametersFrom(experimentId, options.set ?? []);
    const connectionId = await session.connectionId();
    await checkLabOutputPath(options.out);
    await engine.rooms.lab.recover();
    const request = { connectionId, experimentId, parameters, name: options.name ?? '', node: options.node ?? '' };
    const run = await engine.rooms.lab.run(request, signal, (event) => showProgress(output, event));
    const folder = resolve(options.out ?? `lab-${run.id}`);
    await writeFiles(output, folder, { report: reportOf(run), csv: runCsv(run), json: runJson(run) });
    printRun(output, run, folder);
    if (run.end === 'cancelled') return exitCodes.interrupted;
    return run.end === 'done' ? exitCodes.done : exitCodes.someFailed;
  };
}

export function compareLab(
  first: string,
  others: readonly string[],
  options: { readonly out?: string },
): CommandAction {
  return async (session) => {
    const runs: RunRecord[] = [];
    for (const name of [first, ...others]) runs.push(await findRun(session, name));
    const comparison = compareRuns(runs);
    printComparison(session.output, comparison);
    if (options.out !== undefined) {
      const folder = resolve(options.out);
      const table = comparisonTable(comparison);
      const columns = table.columns.map(({ title, unit }) => (unit === '' ? title : `${title} (${unit})`));
      const csv = runCsv({ columns, rows: table.rows.map((row) => [...row]) });
      await writeFiles(session.output, folder, {
        report: comparisonReport(runs),
        csv,
        json: `${JSON.stringify(comparison, null, 2)}\n`,
      });
      session.output.info(`Written to ${folder}.`);
    }
    return exitCodes.done;
  };
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
  const { findings, tables } = experimentOf(run.experimentId).analyse(samplesOf(run), run.parameters);
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

async function writeFiles(
  output: Output,
  folder: string,
  files: { readonly report: Report; readonly csv: string; readonly json: string },
): Promise<void> {
  await makeNamedFolder('--out', folder, 'usual');
  const write = async (name: string, text: string, encoding: 'utf8' | 'latin1' = 'utf8'): Promise<void> => {
    const path = join(folder, name);
    try {
      await replaceFile(path, (file) => file.writeFile(text, encoding));
    } catch (thrown) {
      throw localError(thrown, path);
    }
  };
  await write('report.html', reportHtml(files.report));
  const { title } = files.report;
  const pages = reportPages(files.report);
  const missing = missingInPdf(title, pages);
  if (missing.length === 0) await write('report.pdf', pdfFile(title, pages), 'latin1');
  else {
    // One of an earlier run must not pass for this one's.
    await rm(join(folder, 'report.pdf'), { force: true });
    const some = missing
      .slice(0, 5)
      .map((character) => `“${character}”`)
      .join(' ');
    output.info(
      `report.pdf was not written: its fonts cannot show ${some}. Open report.html and print it to a PDF, or save the run as a PDF in the app.`,
    );
  }
  await write('data.csv', files.csv);
  await write('run.json', files.json);
}

/** A folder that `lab run` wrote, a run.json, or the id or name of a stored run. */
async function findRun({ engine }: Session, name: string): Promise<RunRecord> {
  const path = await runFile(resolve(name));
  if (path !== null) return parseRun(await readFile(path, 'utf8'), name);
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

/** Where a run of the lab writes its files, checked before it measures for minutes or hours. */
const files = ['report.html', 'report.pdf', 'data.csv', 'run.json'];

/**
 * Creates the folder of `--out`. Without it the run creates one in `workingFolder`, once it has an id.
 * @throws StowageError `invalid.input`
 */
export async function checkLabOutputPath(out: string | undefined, workingFolder = process.cwd()): Promise<void> {
  if (out === undefined) {
    await requireWritable(join(workingFolder, '.stowage-lab'), workingFolder);
    return;
  }
  const folder = resolve(out);
  await makeNamedFolder('--out', folder, 'usual');
  for (const file of files) await requireWritable(join(folder, file));
}

async function requireWritable(path: string, shownPath = path): Promise<void> {
  try {
    await tryToReplace(path);
  } catch (thrown) {
    const problem = `${shownPath} cannot be written (${systemCodeOf(thrown)}).`;
    throw invalidInput('--out', problem, 'Specify a folder that you can write to.');
  }
}
