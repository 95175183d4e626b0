// The drawn data of a chart as CSV (RFC 4180): one line a mark, times in ISO 8601, numbers with every digit.
import { momentText, ticksFromMs } from '../query/ticks';
import type { ChartData, ChartMark } from './chart-data';
import { t } from '../strings/t';
import { reportLine } from './csv-line';
import { binEnd } from './decimal-bins';

/** @param xLabel names the first column, as `PlacedAt`; @param yLabel the value column */
export function chartCsv(data: ChartData, xLabel: string, yLabel: string): string {
  const lines = data.series.flatMap(({ label, marks }) => marks.map((mark) => [label, ...fieldsOf(data, mark)]));
  return [[t`series`, ...headOf(data, xLabel, yLabel)], ...lines].map(reportLine).join('');
}

function headOf({ kind, form }: ChartData, x: string, y: string): readonly string[] {
  const span = (of: string): readonly string[] => [t`${of} from`, t`${of} to (excluded)`];
  if (kind === 'histogram') return [...span(y), t`values`];
  if (form === 'exact') return [x, y];
  const figures = [t`mean ${y}`, t`least ${y}`, t`greatest ${y}`, t`values`];
  return kind === 'scatter' ? [t`mean ${x}`, ...figures] : [...span(x), ...figures];
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
