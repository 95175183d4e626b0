// A value as the text of a cell that a spreadsheet interprets correctly. A leading apostrophe keeps text as text where
// it would be executed as a formula or lose digits as a number.
import { guarded, isPlainNumber, mayRun } from '@shared/charting/formula-guard';
import type { EdmValue } from '@shared/model/entity';
import type { SpreadsheetDecimals } from '@shared/model/table-export';

/** The number of digits that spreadsheets keep. */
const maxDigits = 15;

/** Text that a spreadsheet may take for a number: digits with points, commas, an exponent. */
const likeNumber = /^\s*[\d.,]*\d[\d.,]*(?:e[+-]?\d+)?\s*$/iu;

/** @param decimals the decimal separator of numbers with a fraction; anything else is unchanged */
export function spreadsheetCell({ type, value }: EdmValue, decimals: SpreadsheetDecimals): string {
  const text = String(value);
  switch (type) {
    case 'Edm.Int32':
    case 'Edm.Int64':
      return /^-?\d+$/u.test(text) && digitsOf(text) <= maxDigits ? text : guarded(text);
    case 'Edm.Double':
      if (!isPlainNumber(text)) return spreadsheetText(text, decimals);
      return decimals === 'comma' ? text.replace('.', ',') : text;
    default:
      return spreadsheetText(text, decimals);
  }
}

/** A text that remains a text: neither executed nor converted to a number that is written differently. */
export function spreadsheetText(text: string, decimals: SpreadsheetDecimals): string {
  return mayRun(text) || losesItsText(text, decimals) ? guarded(text) : text;
}

function losesItsText(text: string, decimals: SpreadsheetDecimals): boolean {
  if (!likeNumber.test(text)) return false;
  // With a decimal comma, `1.5` is a day in May.
  const isDate = decimals === 'comma' && text.includes('.');
  return isDate || digitsOf(text) > maxDigits || String(Number(text)) !== text;
}

function digitsOf(text: string): number {
  return text.replace(/\D/gu, '').length;
}
