// Formats figures in a column with the same number of decimals, that of the one that needs most, so that they align.
import { formatNumber, formatPlain } from '@shared/strings/numbers';

/** With more decimals, aligning costs more than it shows; each figure then has its natural length. */
const maxAligned = 9;

/**
 * Writes each of `values` so that they line up, with every digit that they have. @param values those of one column or
 * axis; values that are no numbers are ignored
 */
export function alignedFigures(values: readonly number[]): (value: number) => string {
  const decimals = Math.max(0, ...values.map(decimalsOf));
  if (decimals > maxAligned) return exactNumber;
  return (value) =>
    Number.isFinite(value) && Math.abs(value) < 1e21
      ? formatNumber(value, { min: decimals, max: decimals })
      : exactNumber(value);
}

/**
 * Rounds each of `values` to the decimal place at which the largest of them has `digits` significant ones: noise ends
 * alike.
 */
export function roundedAlike(values: readonly number[], digits: number): (value: number) => number {
  const largest = Math.max(0, ...values.map(Math.abs).filter(Number.isFinite));
  const decimals = largest === 0 ? 0 : digits - 1 - Math.floor(Math.log10(largest));
  if (decimals > maxAligned) return (value) => Number(value.toPrecision(digits));
  const scale = 10 ** Math.max(0, decimals);
  return (value) => Math.round(value * scale) / scale;
}

/** Every digit that the double has. */
export function exactNumber(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? formatNumber(value, { max: 0 }) : formatPlain(value);
}

/** How many decimals the shortest text of a double has; infinite for one that is too small to be written without e. */
function decimalsOf(value: number): number {
  if (!Number.isFinite(value) || Number.isInteger(value)) return 0;
  const text = String(value);
  return text.includes('e') ? Infinity : text.length - text.indexOf('.') - 1;
}
