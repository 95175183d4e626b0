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

/**
 * As `harmless`, for a file that users correct and import again: `unguarded` restores every text unchanged, including
 * one that begins with an apostrophe.
 */
export function guardedReversibly(text: string): string {
  return needsGuard(text) ? guarded(text) : text;
}

/** The inverse of `guardedReversibly`. */
export function unguarded(text: string): string {
  return text.startsWith("'") && needsGuard(text.slice(1)) ? text.slice(1) : text;
}

function needsGuard(text: string): boolean {
  const bare = text.replace(/^'+/u, '');
  return mayRun(bare) && !isPlainNumber(bare);
}

/** For a cell that users read: numbers stay numbers, and no other text begins a formula. */
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
