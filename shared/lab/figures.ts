// How a measured figure is written, by its unit. The same in the window, in reports and on the terminal. Pure.
import { formatBytes, formatRate } from '../units';

/** A value with as many decimals as a typical one needs: two below 10, one below 100, none above. */
export function figure(value: number, typical = value): string {
  if (!Number.isFinite(value)) return '–';
  const decimals = Math.abs(typical) < 10 ? 2 : Math.abs(typical) < 100 ? 1 : 0;
  return value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** Of a table cell or a point of a chart; `–` where nothing was measured. */
export function formatFigure(value: string | number | null, unit: string): string {
  if (typeof value === 'string') return value;
  if (value === null || !Number.isFinite(value)) return '–';
  switch (unit) {
    case 'bytes':
      return formatBytes(value);
    case 'bytes/s':
      return formatRate(value);
    case '':
      return value.toLocaleString('en-US', { maximumFractionDigits: 1 });
    case 'entities/s':
      return figure(value, Math.max(Math.abs(value), 10));
    case 'USD':
      return value === 0 ? '0' : value < 0.01 ? value.toFixed(5) : value.toFixed(2);
    default:
      return figure(value);
  }
}

/** With its unit where the text does not hold it already. */
export function withUnit(value: number | null, unit: string): string {
  const text = formatFigure(value, unit);
  return unit === '' || unit === 'bytes' || unit === 'bytes/s' || text === '–'
    ? text
    : `${text}${unit === '×' ? '×' : ` ${unit}`}`;
}
