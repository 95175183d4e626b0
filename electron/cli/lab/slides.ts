// A report as slides: a title, its findings, a slide for each table and each chart. Charts are drawn as shapes, so that
// they stay sharp and can be edited. The marks are those of the HTML and PDF reports.
import { drawChart } from '@shared/lab/charts/draw-chart';
import type { ChartSpec } from '@shared/lab/charts/chart-spec';
import { type Ink, type Mark, type ScenePoint, seriesInk, textSize, textTurn } from '@shared/lab/charts/scene';
import { formatFigure } from '@shared/lab/figures';
import { lightInks } from '@shared/lab/report/report-html';
import type { Report, ReportSection } from '@shared/lab/report/report';
import type { ResultTable } from '@shared/lab/results';
import { unitLabel } from '@shared/units';
import type PptxGenJS from 'pptxgenjs';

type Slide = PptxGenJS.Slide;
type Points = NonNullable<PptxGenJS.ShapeProps['points']>;

/** In inches. */
const page = { width: 13.333, height: 7.5, margin: 0.5 } as const;
const inner = page.width - 2 * page.margin;
const drawing = { width: 960, height: 400 } as const;
const rowsOnSlide = 16;
const linesOnSlide = 9;
const font = 'Calibri';

export async function slidesFile(report: Report): Promise<Buffer> {
  const { default: Pptx } = await import('pptxgenjs');
  const deck = new Pptx();
  deck.layout = 'LAYOUT_WIDE';
  deck.title = report.title;
  const title = deck.addSlide();
  put(title, report.title, { y: 2.6, h: 0.9, fontSize: 32, bold: true });
  put(title, report.subtitle, { y: 3.5, h: 1, fontSize: 16, color: hex('axis'), valign: 'top' });
  for (const lines of parts(report.findings, linesOnSlide)) textSlide(deck, report.title, lines);
  for (const section of report.sections) sectionSlides(deck, report.title, section);
  const written = await deck.write({ outputType: 'nodebuffer', compression: true });
  return Buffer.from(written as Uint8Array);
}

function sectionSlides(deck: PptxGenJS, title: string, { heading, paragraphs, tables, charts }: ReportSection): void {
  for (const chart of charts) chartSlide(deck, title, chart);
  for (const table of tables) {
    for (const rows of parts(table.rows, rowsOnSlide)) tableSlide(deck, { ...table, rows });
  }
  for (const lines of parts(paragraphs, linesOnSlide)) textSlide(deck, heading === '' ? title : heading, lines);
}

function parts<T>(items: readonly T[], max: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / max) }, (_, index) =>
    items.slice(index * max, (index + 1) * max),
  );
}

const hex = (ink: Ink): string => lightInks[ink as keyof typeof lightInks].slice(1);

function put(slide: Slide, text: string, options: PptxGenJS.TextPropsOptions): void {
  slide.addText(text, { x: page.margin, w: inner, fontFace: font, color: hex('text'), margin: 0, ...options });
}

function headed(deck: PptxGenJS, title: string): Slide {
  const slide = deck.addSlide();
  put(slide, title, { y: 0.35, h: 0.5, fontSize: 22, bold: true, fit: 'shrink' });
  return slide;
}

function textSlide(deck: PptxGenJS, title: string, lines: readonly string[]): void {
  const slide = headed(deck, title);
  const paragraphs = lines.map((text) => ({ text, options: { breakLine: true, paraSpaceAfter: 8 } }));
  const box = { x: page.margin, y: 1.1, w: inner, h: 5.9 };
  slide.addText(paragraphs, { ...box, fontFace: font, fontSize: 15, color: hex('text'), valign: 'top', margin: 0 });
}

function tableSlide(deck: PptxGenJS, table: ResultTable): void {
  const slide = headed(deck, table.title);
  const isText = table.columns.map((_, column) => table.rows.some((row) => typeof row[column] === 'string'));
  const cell = (text: string, column: number, options: PptxGenJS.TableCellProps): PptxGenJS.TableCell => ({
    text,
    options: { align: isText[column] === true ? 'left' : 'right', ...options },
  });
  const head = table.columns.map(({ title, unit }, column) =>
    cell(unit === '' || unit.startsWith('bytes') ? title : `${title}, ${unitLabel(unit)}`, column, {
      color: hex('axis'),
      bold: true,
    }),
  );
  const body = table.rows.map((row) =>
    row.map((value, column) => cell(formatFigure(value, table.columns[column]?.unit ?? ''), column, {})),
  );
  slide.addTable([head, ...body], {
    x: page.margin,
    y: 1.05,
    w: inner,
    fontFace: font,
    fontSize: 11,
    color: hex('text'),
    border: { type: 'solid', pt: 0.5, color: hex('grid') },
    margin: [0.02, 0.06, 0.02, 0.06],
  });
  if (table.note !== '') put(slide, table.note, { y: 6.9, h: 0.4, fontSize: 10, color: hex('axis') });
}

function chartSlide(deck: PptxGenJS, source: string, spec: ChartSpec): void {
  const slide = headed(deck, spec.title);
  if (spec.series.length > 1) {
    const names = spec.series.map(({ label, colour }) => ({
      text: `■ ${label}    `,
      options: { color: hex(seriesInk(colour)) },
    }));
    slide.addText(names, { x: page.margin, y: 0.9, w: inner, h: 0.4, fontFace: font, fontSize: 11, margin: 0 });
  }
  const scene = drawChart(spec, drawing);
  const scale = Math.min(inner / scene.width, 5.2 / scene.height);
  const at = { x: page.margin, y: 1.4, scale };
  const size = { width: scene.width * scale, height: scene.height * scale };
  for (const marks of sameStyle(scene.marks)) drawMarks(slide, marks, at, size);
  const note = [spec.note, source].filter(Boolean).join(' · ');
  put(slide, note, { y: 6.85, h: 0.5, fontSize: 10, color: hex('axis') });
}

/** Marks in a row that one shape can hold. */
function sameStyle(marks: readonly Mark[]): readonly (readonly Mark[])[] {
  const groups: Mark[][] = [];
  let last = '';
  for (const mark of marks) {
    const key = mark.kind === 'text' ? '' : JSON.stringify({ ...mark, points: [], at: [] });
    if (key !== '' && key === last) groups.at(-1)?.push(mark);
    else groups.push([mark]);
    last = key;
  }
  return groups;
}

interface Placing {
  readonly x: number;
  readonly y: number;
  /** Inches for a pixel. */
  readonly scale: number;
}

function drawMarks(
  slide: Slide,
  marks: readonly Mark[],
  at: Placing,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const [first] = marks;
  if (first === undefined) return;
  if (first.kind === 'text') {
    drawText(slide, first, at);
    return;
  }
  const color = hex(first.ink);
  const outline = (points: readonly ScenePoint[]): Points =>
    points.map(([x, y], index) => ({ x: x * at.scale, y: y * at.scale, moveTo: index === 0 }));
  const points = marks.flatMap((mark): Points => {
    if (mark.kind === 'text') return [];
    if (mark.kind === 'line') return outline(mark.points);
    return [...outline(mark.kind === 'dot' ? circle(mark.at, mark.radius) : mark.points), { close: true }];
  });
  const dash = { solid: 'solid', dashed: 'dash', dotted: 'sysDot' } as const;
  slide.addShape('custGeom' as PptxGenJS.SHAPE_NAME, {
    x: at.x,
    y: at.y,
    w: width,
    h: height,
    points,
    ...(first.kind === 'line'
      ? { line: { color, width: Math.max(0.5, first.width), dashType: dash[first.stroke] } }
      : { fill: { color, transparency: Math.round((1 - first.opacity) * 100) } }),
  });
}

function circle([x, y]: ScenePoint, radius: number): readonly ScenePoint[] {
  return Array.from({ length: 10 }, (_, index) => {
    const angle = (index / 10) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

const textWidth = 4;
const textHeight = 0.24;

function drawText(slide: Slide, mark: Extract<Mark, { readonly kind: 'text' }>, { x, y, scale }: Placing): void {
  const align = { start: 'left', middle: 'center', end: 'right' } as const;
  const back = { start: 0, middle: textWidth / 2, end: textWidth }[mark.anchor];
  const [atX, baseline] = [x + mark.at[0] * scale, y + mark.at[1] * scale];
  const angle = mark.isTurned === true ? textTurn : 0;
  // A box turns about its middle, the text about its anchor.
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const [toMiddleX, toMiddleY] = [textWidth / 2 - back, -textHeight / 4];
  const middle = { x: atX + toMiddleX * cos - toMiddleY * sin, y: baseline + toMiddleX * sin + toMiddleY * cos };
  slide.addText(mark.text, {
    x: middle.x - textWidth / 2,
    y: middle.y - textHeight / 2,
    w: textWidth,
    h: textHeight,
    margin: 0,
    align: align[mark.anchor],
    valign: 'middle',
    wrap: false,
    rotate: (angle + 360) % 360,
    fontFace: font,
    fontSize: textSize * 0.95,
    color: hex(mark.ink),
  });
}
