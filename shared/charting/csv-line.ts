// One line of CSV (RFC 4180), or of its variant with semicolons.
import { harmlessInAnyParts } from './formula-guard';

/** A line of a report: users open it in a spreadsheet, so none of its text may be executed. */
export function reportLine(fields: readonly string[]): string {
  return `${fields.map((text) => reportField(harmlessInAnyParts(text))).join(',')}\r\n`;
}

/** Every field unchanged, for programs that read it back. Includes the line end. */
export function csvLine(fields: readonly string[]): string {
  return separatedLine(fields, ',');
}

/** The same with another separator, as spreadsheets with decimal commas expect it. */
export function separatedLine(fields: readonly string[], separator: ',' | ';'): string {
  return `${fields.map((text) => field(text, separator)).join(separator)}\r\n`;
}

/** Quoted, leading and trailing blanks are visible and survive readers that trim unquoted text. */
function reportField(text: string): string {
  return text.trim() === text ? field(text, ',') : quoted(text);
}

/** A field of `csvLine`. */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? quoted(text) : text;
}

function field(text: string, separator: ',' | ';'): string {
  if (separator === ',') return csvField(text);
  return /[";\r\n]/.test(text) ? quoted(text) : text;
}

function quoted(text: string): string {
  return `"${text.replace(/"/g, '""')}"`;
}
