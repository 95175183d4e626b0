// The files of a report, in the formats that were requested, and that they can be written before anything is measured.
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { invalidInput } from '@shared/errors';
import { drawChart } from '@shared/lab/charts/draw-chart';
import { svgFile } from '@shared/lab/charts/svg-text';
import { lightInks, reportHtml } from '@shared/lab/report/report-html';
import type { Report } from '@shared/lab/report/report';
import { runCsv } from '@shared/lab/run-files';
import { localError, systemCodeOf } from '../../disk/local-error';
import { replaceFile, tryToReplace } from '../../disk/replace-file';
import { makeNamedFolder } from '../named-folder';
import type { Output } from '../output';
import { missingInPdf, pdfFile } from './pdf-file';
import { reportPages } from './pdf-pages';
import { slidesFile } from './slides';
import { type DataRows, workbookFile } from './workbook';

const reportFormats = ['html', 'pdf', 'csv', 'json', 'xlsx', 'pptx', 'svg'] as const;
export type ReportFormat = (typeof reportFormats)[number];
const defaultFormats: readonly ReportFormat[] = ['html', 'pdf', 'csv', 'json'];

const fileOf: Readonly<Record<Exclude<ReportFormat, 'svg'>, string>> = {
  html: 'report.html',
  pdf: 'report.pdf',
  csv: 'data.csv',
  json: 'run.json',
  xlsx: 'report.xlsx',
  pptx: 'report.pptx',
};

export interface ReportContents {
  readonly report: Report;
  readonly data: DataRows;
  /** Of the run or the comparison; null where there is none. */
  readonly json: string | null;
}

/** `html,pptx` or `all`; without it what every run writes. @throws StowageError `invalid.input` */
export function formatsFrom(text: string | undefined): readonly ReportFormat[] {
  if (text === undefined) return defaultFormats;
  if (text === 'all') return reportFormats;
  return text.split(',').map((part) => {
    const format = reportFormats.find((known) => known === part.trim().toLowerCase());
    if (format !== undefined) return format;
    throw invalidInput('--format', `"${part}" is unknown.`, `Use ${reportFormats.join(', ')} or all.`);
  });
}

export async function writeReport(
  output: Output,
  folder: string,
  { report, data, json }: ReportContents,
  formats: readonly ReportFormat[],
): Promise<void> {
  await makeNamedFolder('--out', folder, 'usual');
  const write = async (name: string, contents: string | Uint8Array, encoding: 'utf8' | 'latin1' = 'utf8') => {
    const path = join(folder, name);
    try {
      await replaceFile(path, (file) => file.writeFile(contents, encoding));
    } catch (thrown) {
      throw localError(thrown, path);
    }
  };
  const writers: Readonly<Record<ReportFormat, () => Promise<void>>> = {
    html: () => write(fileOf.html, reportHtml(report)),
    pdf: () => writePdf(output, folder, report, (text) => write(fileOf.pdf, text, 'latin1')),
    csv: () => write(fileOf.csv, runCsv({ columns: [...data.columns], rows: data.rows.map((row) => [...row]) })),
    json: () => (json === null ? Promise.resolve() : write(fileOf.json, json)),
    xlsx: async () => write(fileOf.xlsx, await workbookFile(report, data)),
    pptx: async () => write(fileOf.pptx, await slidesFile(report)),
    svg: async () => {
      for (const { name, text } of chartFiles(report)) await write(name, text);
    },
  };
  for (const format of formats) await writers[format]();
}

/** Every chart alone, with the colours of paper. */
function chartFiles({ sections }: Report): readonly { readonly name: string; readonly text: string }[] {
  return sections
    .flatMap(({ charts }) => charts)
    .map((spec, index) => ({
      name: `chart-${String(index + 1).padStart(2, '0')}-${spec.id}.svg`,
      text: svgFile(drawChart(spec, { width: 720, height: 360 }), spec, lightInks),
    }));
}

async function writePdf(
  output: Output,
  folder: string,
  report: Report,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const { title } = report;
  const pages = reportPages(report);
  const missing = missingInPdf(title, pages);
  if (missing.length === 0) {
    await write(pdfFile(title, pages));
    return;
  }
  // One of an earlier run must not pass for this one's.
  await rm(join(folder, fileOf.pdf), { force: true });
  const some = missing
    .slice(0, 5)
    .map((character) => `“${character}”`)
    .join(' ');
  output.info(
    `report.pdf was not written: its fonts cannot show ${some}. Open report.html and print it to a PDF, or save the run as a PDF in the app.`,
  );
}

/**
 * Creates the folder of `--out`, before a run measures for minutes or hours. Without it the run creates one in
 * `workingFolder`, once it has an id.
 * @throws StowageError `invalid.input`
 */
export async function checkLabOutputPath(
  out: string | undefined,
  workingFolder = process.cwd(),
  formats: readonly ReportFormat[] = defaultFormats,
): Promise<void> {
  if (out === undefined) {
    await requireWritable(join(workingFolder, '.stowage-lab'), workingFolder);
    return;
  }
  const folder = resolve(out);
  await makeNamedFolder('--out', folder, 'usual');
  for (const format of formats) if (format !== 'svg') await requireWritable(join(folder, fileOf[format]));
}

async function requireWritable(path: string, shownPath = path): Promise<void> {
  try {
    await tryToReplace(path);
  } catch (thrown) {
    const problem = `${shownPath} cannot be written (${systemCodeOf(thrown)}).`;
    throw invalidInput('--out', problem, 'Specify a folder that you can write to.');
  }
}
