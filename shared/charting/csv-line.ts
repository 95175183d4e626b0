// One line of CSV (RFC 4180), or of its variant with semicolons.
import { harmlessInAnyParts } from './formula-guard';

/** Of a report: for people, who open it in a spreadsheet, so that it runs nothing of what is told in it. */
export function reportLine(fields: readonly string[]): string {
  return `${fields.map((text) => reportField(harmlessInAnyParts(text))).join(',')}\r\n`;
}

/** Every field as it is, for who reads it back. Ends with the line end. */
export function csvLine(fields: readonly string[]): string {
  return separatedLine(fields, ',');
}

/** The same with another separator, as spreadsheets with decimal commas want it. */
export function separatedLine(fields: readonly string[], separator: ',' | ';'): string {
  return `${fields.map((text) => field(text, separator)).join(separator)}\r\n`;
}

/** Blanks at its ends are seen, and stay where a reader would trim what is not quoted. */
function reportField(text: string): string {
  return text.trim() === text ? field(text, ',') : quoted(text);
}

function field(text: string, separator: string): string {
  return /["\r\n]/.test(text) || text.includes(separator) ? quoted(text) : text;
}

function quoted(text: string): string {
  return `"${text.replace(/"/g, '""')}"`;
}
