// The partition heat map as files: a CSV line per cell, and a picture in the colours on screen. Pure.
import { reportLine } from '../charting/csv-line';
import type { PartitionHeat } from '../model/monitor';
import { escaped } from '../lab/charts/svg-text';
import { formatCount } from '../units';
import { formatDay, formatMoment, formatTime } from '../strings/moments';

/** One line per partition and step; counts are empty where the log does not cover the whole step. */
export function heatCsv(heat: PartitionHeat, nameOf: (connectionId: string) => string): string {
  const { stepMs, stepsAtMs, partitions, completeFromMs } = heat;
  const time = (atMs: number): string => new Date(atMs).toISOString();
  const lines = partitions.flatMap(({ connectionId, table, partition, requests, entities }) =>
    stepsAtMs.map((endMs, step) => {
      const count = requests[step] ?? 0;
      const isUnknown = count === 0 && endMs <= completeFromMs;
      const counts = isUnknown ? ['', ''] : [String(count), String(entities[step] ?? 0)];
      return reportLine([time(endMs - stepMs), time(endMs), nameOf(connectionId), table, partition, ...counts]);
    }),
  );
  return [reportLine(heads), ...lines].join('');
}

/** English, whatever the window speaks: programs read them. */
const heads = ['from', 'to', 'connection', 'table', 'partition', 'requests', 'entities'];

/** As CSS writes them. */
export interface PictureColours {
  readonly ground: string;
  readonly text: string;
  readonly empty: string;
  readonly hot: string;
}

/** The intensity of each partition over the steps. */
export interface PictureRow {
  readonly table: string;
  readonly partition: string;
  /** In all steps together. */
  readonly sum: number;
  /** 0…1, of the hottest. */
  readonly cells: readonly { readonly heat: number }[];
}

const size = { padding: 16, title: 28, name: 260, cells: 720, sum: 72, row: 20, times: 24 } as const;
/** Wider names are cut. */
const nameCharacters = 34;

/** @returns an SVG with one row per partition, its intensity by step and its total at the end */
export function heatPicture(
  heat: PartitionHeat,
  rows: readonly PictureRow[],
  { title, colours, font }: { readonly title: string; readonly colours: PictureColours; readonly font: string },
): string {
  const { stepMs, stepsAtMs } = heat;
  const time = heatTimes(heat);
  const { padding, name, cells, sum, row, times } = size;
  const width = 2 * padding + name + cells + sum;
  const top = padding + size.title;
  const bottom = top + rows.length * row;
  const height = bottom + times + padding;
  const left = padding + name;
  const cellPx = cells / Math.max(1, stepsAtMs.length);
  const text = (x: number, y: number, content: string, more = ''): string =>
    `<text x="${x}" y="${y}" fill="${colours.text}"${more}>${escaped(content)}</text>`;
  const body = rows.map(({ table, partition, sum: total, cells: own }, at) => {
    const y = top + at * row;
    const rects = own.map(
      ({ heat }, step) =>
        `<rect x="${round(left + step * cellPx)}" y="${y + 1}" width="${round(cellPx - 1)}" height="${row - 2}" fill="${heat === 0 ? colours.empty : colours.hot}"${heat === 0 ? '' : ` fill-opacity="${round(0.12 + 0.88 * heat)}"`}/>`,
    );
    return [
      text(padding, y + 14, cut(`${partition} · ${table}`)),
      ...rects,
      text(width - padding, y + 14, formatCount(total), ' text-anchor="end"'),
    ].join('');
  });
  const [first = 0, last = 0] = [stepsAtMs[0], stepsAtMs.at(-1)];
  const ends = [
    text(left, bottom + 16, `${time(first - stepMs)} UTC`, ' font-size="11"'),
    text(left + cells, bottom + 16, `${time(last)} UTC`, ' font-size="11" text-anchor="end"'),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(font)}" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="${colours.ground}"/>`,
    text(padding, padding + 12, title, ' font-weight="600"'),
    ...body,
    ...ends,
    '</svg>',
  ].join('');
}

const round = (value: number): number => Math.round(value * 100) / 100;
const cut = (content: string): string =>
  content.length > nameCharacters ? `${content.slice(0, nameCharacters - 1)}…` : content;

/** How moments of these steps are written, in UTC. */
export function heatTimes({
  stepMs,
  stepsAtMs,
}: Pick<PartitionHeat, 'stepMs' | 'stepsAtMs'>): (atMs: number) => string {
  const to = stepMs >= 60_000 ? 'minute' : 'second';
  const [first = 0] = stepsAtMs;
  const isOneDay = formatDay(first - stepMs, 'utc') === formatDay(stepsAtMs.at(-1) ?? 0, 'utc');
  return (atMs) => (isOneDay ? formatTime(atMs, 'utc', to) : formatMoment(atMs, 'utc', to));
}
