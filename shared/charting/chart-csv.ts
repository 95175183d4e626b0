// The drawn data of a chart as CSV (RFC 4180): one line per mark, times in ISO 8601, numbers with all digits. Column
// names are always English, because programs read them.
import { momentText, ticksFromMs } from '../query/ticks';
import type { ChartData, ChartMark, ChartSeries } from './chart-data';
import type { ChartRequest, XColumn } from './chart-request';
import { reportLine } from './csv-line';
import { binEnd } from './decimal-bins';

type Columns = Pick<ChartRequest, 'x' | 'y'>;

/** @param columns of the request that `data` was drawn for */
export function chartCsv(data: ChartData, columns: Columns): string {
  const lines = data.series.flatMap((one) => one.marks.map((mark) => [seriesName(one), ...fieldsOf(data, mark)]));
  return [['series', ...headOf(data, columns)], ...lines].map(reportLine).join('');
}

function seriesName({ label, of }: ChartSeries): string {
  return of === 'rest' ? 'Other values' : label;
}

function headOf({ kind, form }: ChartData, columns: Columns): readonly string[] {
  const span = (of: string): readonly string[] => [`${of} from`, `${of} to (excluded)`];
  if (kind === 'histogram') return [...span(columns.y.join(', ')), 'values'];
  const x = nameOf(columns.x);
  const y = columns.y.length > 1 ? 'value' : columns.y.join();
  if (form === 'exact') return [x, y];
  const figures = [`mean ${y}`, `least ${y}`, `greatest ${y}`, 'values'];
  return kind === 'scatter' ? [`mean ${x}`, ...figures] : [...span(x), ...figures];
}

function nameOf(x: XColumn): string {
  switch (x.kind) {
    case 'property':
      return x.name;
    case 'key': {
      const part = x.part === undefined ? '' : ` part ${x.part.index + 1}`;
      return `${x.key}${part}, ${x.reading.replace('-', ' ')}`;
    }
    case 'timestamp':
      return 'Timestamp';
    case 'row-number':
      return 'Row number';
  }
}

function fieldsOf(data: ChartData, { x, y, low, high, count }: ChartMark): readonly string[] {
  const { kind, form, xWidth = 0 } = data;
  const at = (value: number): string => (data.scale === 'time' ? isoTime(value) : String(value));
  if (kind === 'histogram') return [String(x), String(binEnd(x, xWidth)), String(count)];
  if (form === 'exact') return [at(x), String(y)];
  const figures = [String(y), String(low), String(high), String(count)];
  return kind === 'scatter' ? [at(x), ...figures] : [at(x), at(x + xWidth), ...figures];
}

/** To the microsecond: the double that holds the time is no more precise. */
function isoTime(atMs: number): string {
  const whole = Math.floor(atMs);
  const ticks = ticksFromMs(whole) + 10n * BigInt(Math.min(999, Math.round((atMs - whole) * 1000)));
  return `${momentText(ticks, 'utc').replace(' ', 'T')}Z`;
}
