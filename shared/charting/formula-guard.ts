// What keeps a text from outside a text in a spreadsheet, which runs cells that begin like a formula. An apostrophe is
// put before it, as ADR 39 has it.

/** What begins a formula, in its full width too, behind blanks that some readers pass over; and what may hide one. */
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

/** For a cell that people read: a number stays one, and nothing else begins a formula. */
export function harmless(text: string): string {
  return mayRun(text) && !isPlainNumber(text) ? guarded(text) : text;
}

/**
 * As `harmless`, for lines that a spreadsheet may part otherwise than they are meant: where the system's list separator is
 * a semicolon, what stands behind one begins a cell, quoted or not.
 */
export function harmlessInAnyParts(text: string): string {
  return harmless(text).replace(/([;\t]\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/gu, "$1'");
}
