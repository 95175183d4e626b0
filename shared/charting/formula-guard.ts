// Prevents spreadsheets from executing foreign text as a formula, by a leading apostrophe: ADR 39.

/**
 * Characters that begin a formula, also in full width and after blanks that some readers skip; and characters that may
 * hide one.
 */
const opensFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^\p{Cc}/u;

const plainNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/iu;

export function mayRun(text: string): boolean {
  return opensFormula.test(text);
}

export function isPlainNumber(text: string): boolean {
  return plainNumber.test(text);
}

export function guarded(text: string): string {
  return `'${text}`;
}

/** For a cell that people read: numbers stay numbers, and nothing else begins a formula. */
export function harmless(text: string): string {
  return mayRun(text) && !isPlainNumber(text) ? guarded(text) : text;
}

/**
 * As `harmless`, for lines whose cells a spreadsheet may separate differently: if the system's list separator is a
 * semicolon, the text after one begins a cell, quoted or not.
 */
export function harmlessInAnyParts(text: string): string {
  return harmless(text).replace(/([;\t]\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/gu, "$1'");
}
