// Formats a measured figure by its unit: in the window's formats there, in neutral ones in reports and on the terminal.
import { formatFixed, formatNumber } from '../strings/numbers';
import { formatBytes, formatRate, unitLabel } from '../units';
import { t } from '../strings/t';

/** A value with as many decimals as a typical value needs: none from 100 on, one from 10, two from 0.1, more below. */
export function figure(value: number, typical = value): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(typical);
  const decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 || size < 0.0001 ? 2 : size >= 0.01 ? 3 : 4;
  return formatNumber(value, { min: decimals, max: decimals });
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
    case 'requests':
      return formatNumber(value, { max: 1 });
    case 'entities/s':
      return figure(value, Math.max(Math.abs(value), 10));
    case 'USD':
      // Prices of requests are fractions of a cent, so each is rounded to significant digits separately.
      return value === 0 ? '0' : formatFixed(value, value < 0.01 ? 5 : value < 1 ? 4 : 2);
    default:
      return figure(value);
  }
}

/** Capitalised. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** With its unit where the text does not hold it already. */
export function withUnit(value: number | null, unit: string): string {
  const text = formatFigure(value, unit);
  return unit === '' || unit === 'bytes' || unit === 'bytes/s' || text === '–'
    ? text
    : `${text}${unit === '×' ? '×' : ` ${unitLabel(unit)}`}`;
}

/** As it is where the lab does not know it. */
export function operationName(operation: string): string {
  return Object.hasOwn(names, operation) ? (names[operation]?.() ?? operation) : operation;
}

const names: Readonly<Record<string, () => string>> = {
  insert: () => t`insert`,
  get: () => t`get`,
  update: () => t`update`,
  delete: () => t`delete`,
};
