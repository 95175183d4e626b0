// The drawn data of a chart as CSV (RFC 4180): one line a mark, times in ISO 8601, numbers with every digit.
import { momentText, ticksFromMs } from '../query/ticks';
import type { ChartData, ChartMark } from './chart-data';
import { reportLine } from './csv-line';
import { binEnd } from './decimal-bins';

/** @param xLabel names the first column, as `PlacedAt`; @param yLabel the value column */
export function chartCsv(data: ChartData, xLabel: string, yLabel: string): string {
  const lines = data.series.flatMap(({ label, marks }) => marks.map((mark) => [label, ...fieldsOf(data, mark)]));
  return [['series', ...headOf(data, xLabel, yLabel)], ...lines].map(reportLine).join('');
}

function headOf({ kind, form }: ChartData, x: string, y: string): readonly string[] {
  if (kind === 'histogram') return [`${y} from`, `${y} to (excluded)`, 'values'];
  if (form === 'exact') return [x, y];
  if (kind === 'scatter') return [`mean ${x}`, `mean ${y}`, `least ${y}`, `greatest ${y}`, 'values'];
  return [`${x} from`, `${x} to (excluded)`, `mean ${y}`, `least ${y}`, `greatest ${y}`, 'values'];
}

function fieldsOf(data: ChartData, { x, y, low, high, count }: ChartMark): readonly string[] {
  const { kind, form, xWidth = 0 } = data;
  const at = (value: number): string => (data.scale === 'time' ? isoTime(value) : String(value));
  if (kind === 'histogram') return [String(x), String(binEnd(x, xWidth)), String(count)];
  if (form === 'exact') return [at(x), String(y)];
  const figures = [String(y), String(low), String(high), String(count)];
  return kind === 'scatter' ? [at(x), ...figures] : [at(x), at(x + xWidth), ...figures];
}

/** To the microsecond: the double that carries the time holds no more. */
function isoTime(atMs: number): string {
  const whole = Math.floor(atMs);
  const ticks = ticksFromMs(whole) + 10n * BigInt(Math.min(999, Math.round((atMs - whole) * 1000)));
  return `${momentText(ticks, 'utc').replace(' ', 'T')}Z`;
}
