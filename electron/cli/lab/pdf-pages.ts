// Lays out a report on A4 pages, as marks in points: headings, wrapped paragraphs, tables, charts in two columns. Pure;
// pdf-file.ts writes the file.
import { drawChart } from '@shared/lab/charts/draw-chart';
import type { ChartSpec } from '@shared/lab/charts/chart-spec';
import { type Ink, type Mark, seriesInk } from '@shared/lab/charts/scene';
import { unitLabel } from '@shared/units';
import { formatFigure } from '@shared/lab/figures';
import type { ResultTable } from '@shared/lab/results';
import type { Report } from '@shared/lab/report/report';

export const page = { width: 595, height: 842, margin: 40 } as const;

export type PageMark =
  | {
      readonly kind: 'words';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly size: number;
      readonly face: Face;
      readonly ink: Ink;
      readonly anchor: 'start' | 'middle' | 'end';
    }
  | {
      readonly kind: 'drawing';
      readonly x: number;
      readonly y: number;
      readonly scale: number;
      readonly marks: readonly Mark[];
    }
  | { readonly kind: 'rule'; readonly y: number; readonly from: number; readonly to: number };

export type Page = readonly PageMark[];

const inner = page.width - 2 * page.margin;
const gap = 14;
const headingRoom = 72;

export function reportPages(report: Report): readonly Page[] {
  const sheet = new Sheet();
  sheet.paragraph(report.title, { size: 16, face: 'bold', ink: 'text' });
  sheet.paragraph(report.subtitle, { size: 9, face: 'plain', ink: 'axis' });
  sheet.space(6);
  for (const [index, finding] of report.findings.entries()) {
    sheet.paragraph(finding, { size: 10, face: index === 0 ? 'bold' : 'plain', ink: 'text' });
  }
  for (const { heading, paragraphs, tables, charts, isWide = charts.length === 1 } of report.sections) {
    sheet.space(gap);
    // A heading at the foot of a page would stand alone.
    if (heading !== '') sheet.room(headingRoom);
    if (heading !== '') sheet.paragraph(heading, { size: 12, face: 'bold', ink: 'text' });
    for (const line of paragraphs) sheet.paragraph(line, { size: 9, face: 'plain', ink: 'text' });
    for (const table of tables) setTable(sheet, table);
    const abreast = isWide ? 1 : 2;
    for (let index = 0; index < charts.length; index += abreast) {
      setCharts(sheet, charts.slice(index, index + abreast), isWide ? 'alone' : 'beside');
    }
  }
  return sheet.pages();
}

interface Style {
  readonly size: number;
  readonly face: Face;
  readonly ink: Ink;
}

class Sheet {
  readonly #pages: PageMark[][] = [[]];
  #y: number = page.margin;

  get y(): number {
    return this.#y;
  }

  pages(): readonly Page[] {
    return this.#pages;
  }

  put(mark: PageMark): void {
    this.#pages.at(-1)?.push(mark);
  }

  space(points: number): void {
    this.#y += points;
  }

  /** Begins a new page where that much no longer fits. */
  room(points: number): 'same page' | 'new page' {
    if (this.#y + points <= page.height - page.margin) return 'same page';
    this.#pages.push([]);
    this.#y = page.margin;
    return 'new page';
  }

  paragraph(text: string, style: Style): void {
    const leading = style.size * 1.4;
    for (const line of wrapped(text, inner, style)) {
      this.room(leading);
      this.put({ kind: 'words', x: page.margin, y: this.#y + style.size, text: line, anchor: 'start', ...style });
      this.#y += leading;
    }
  }
}

/** Wide tables are set smaller before anything of them is cut. */
const tableSizes = [8, 7.5, 7, 6.5, 6] as const;
const minTableSize = 5.5;

function setTable(sheet: Sheet, table: ResultTable): void {
  const head = table.columns.map(({ title, unit }) =>
    unit === '' || unit.startsWith('bytes') ? title : `${title}, ${unitLabel(unit)}`,
  );
  const rows = table.rows.map((row) =>
    row.map((cell, column) => formatFigure(cell, table.columns[column]?.unit ?? '')),
  );
  const isText = head.map((_, column) => table.rows.some((row) => typeof row[column] === 'string'));
  const naturalAt = (points: number): number[] =>
    head.map(
      (title, column) =>
        Math.max(
          ...[title, ...rows.map((row) => row[column] ?? '')].map((text) =>
            textWidth(text, { size: points, face: 'plain' }),
          ),
        ) + 8,
    );
  const fits = (points: number): boolean => naturalAt(points).reduce((sum, width) => sum + width, 0) <= inner;
  const size = tableSizes.find(fits) ?? minTableSize;
  const style = { size, face: 'plain', ink: 'text' } as const;
  const height = size * 1.75;
  const natural = naturalAt(size);
  const shrink = Math.min(1, inner / natural.reduce((sum, width) => sum + width, 0));
  const widths = natural.map((width) => width * shrink);
  const line = (cells: readonly string[], ink: Ink): void => {
    let x: number = page.margin;
    for (const [column, text] of cells.entries()) {
      const width = widths[column] ?? 0;
      const at = isText[column] === true ? x : x + width - 4;
      const fitted = fittedText(text, width - 4, style);
      sheet.put({
        kind: 'words',
        x: at,
        y: sheet.y + size,
        text: fitted,
        size,
        face: 'plain',
        ink,
        anchor: isText[column] === true ? 'start' : 'end',
      });
      x += width;
    }
    sheet.put({ kind: 'rule', y: sheet.y + height - 2, from: page.margin, to: page.width - page.margin });
    sheet.space(height);
  };
  sheet.space(6);
  sheet.room(height * 4);
  sheet.paragraph(table.title, { size: 10, face: 'bold', ink: 'text' });
  line(head, 'axis');
  for (const row of rows) {
    if (sheet.room(height) === 'new page') line(head, 'axis');
    line(row, 'text');
  }
  if (table.note !== '') sheet.paragraph(table.note, { size: 8, face: 'plain', ink: 'axis' });
}

/** Two abreast; one alone has the room of both. */
const chartSize = { width: 460, height: 240 } as const;

function setCharts(sheet: Sheet, charts: readonly ChartSpec[], alone: 'alone' | 'beside'): void {
  const width = alone === 'alone' ? inner : (inner - gap) / 2;
  const scale = (inner - gap) / 2 / chartSize.width;
  const legends = charts.map((chart) => legendLines(chart, width));
  const legendHeight = Math.max(...legends.map((lines) => lines.length)) * 9;
  const drawn = { width: width / scale, height: chartSize.height };
  const noteStyle = { size: 7, face: 'plain', ink: 'axis' } as const;
  const notes = charts.map(({ note }) => (note === '' ? [] : wrapped(note, width, noteStyle)));
  const scenes = charts.map((chart) => drawChart(chart, drawn));
  const drawingEnd = 14 + legendHeight + Math.max(...scenes.map((scene) => scene.height)) * scale;
  const height = drawingEnd + Math.max(...notes.map((lines) => lines.length)) * 9 + 12;
  sheet.space(8);
  sheet.room(height);
  for (const [index, spec] of charts.entries()) {
    const x = page.margin + index * (width + gap);
    sheet.put({
      kind: 'words',
      x,
      y: sheet.y + 9,
      text: fittedText(spec.title, width, { size: 9, face: 'bold' }),
      size: 9,
      face: 'bold',
      ink: 'text',
      anchor: 'start',
    });
    for (const [row, line] of (legends[index] ?? []).entries()) {
      for (const { text, at, ink } of line) {
        sheet.put({
          kind: 'words',
          x: x + at,
          y: sheet.y + 19 + row * 9,
          text,
          size: 7,
          face: 'bold',
          ink,
          anchor: 'start',
        });
      }
    }
    for (const [row, text] of (notes[index] ?? []).entries()) {
      sheet.put({ kind: 'words', x, y: sheet.y + drawingEnd + 9 + row * 9, text, anchor: 'start', ...noteStyle });
    }
    sheet.put({ kind: 'drawing', x, y: sheet.y + 14 + legendHeight, scale, marks: scenes[index]?.marks ?? [] });
  }
  sheet.space(height);
}

interface LegendEntry {
  readonly text: string;
  readonly at: number;
  readonly ink: Ink;
}

/** The names of the series in their colours, as many beside one another as fit. */
function legendLines({ series }: ChartSpec, width: number): readonly (readonly LegendEntry[])[] {
  if (series.length < 2) return [];
  const lines: LegendEntry[][] = [[]];
  let at = 0;
  for (const { label, colour } of series) {
    const wide = textWidth(label, { size: 7, face: 'bold' }) + 8;
    if (at + wide > width && at > 0) {
      lines.push([]);
      at = 0;
    }
    lines.at(-1)?.push({ text: label, at, ink: seriesInk(colour) });
    at += wide;
  }
  return lines;
}

function wrapped(
  text: string,
  width: number,
  style: { readonly size: number; readonly face: Face },
): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer, style) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function fittedText(text: string, width: number, style: { readonly size: number; readonly face: Face }): string {
  if (textWidth(text, style) <= width) return text;
  const characters = [...text];
  while (characters.length > 1 && textWidth(`${characters.join('')}…`, style) > width) characters.pop();
  return `${characters.join('')}…`;
}

// The width of text in the two typefaces that every PDF reader has, by the published metrics of Helvetica.

type Face = 'plain' | 'bold';

/** Thousandths of the size, for the characters from space to tilde. */
const plain = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];
const bold = [
  278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611,
  556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389,
  280, 389, 584,
];
/** For characters that are not in the tables: dashes, quotes, the times sign, accented letters. */
const defaultWidth = 556;

export function textWidth(text: string, { size, face }: { readonly size: number; readonly face: Face }): number {
  const widths = face === 'bold' ? bold : plain;
  let sum = 0;
  for (const character of text) sum += widths[(character.codePointAt(0) ?? 0) - 32] ?? defaultWidth;
  return (sum / 1000) * size;
}
