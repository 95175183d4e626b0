// Removes the user name from a text wherever it appears as part of the home folder's path. Pure.

/** `any-case`: the file system ignores case, so `Ann` and `ann` are the same folder. */
export type CaseOfPaths = 'letters-count' | 'any-case';

/**
 * Returns a function that replaces each of these folders in a text by `~`, whichever separators are used and also in
 * percent-encoded form. A longer folder name that merely starts the same is left alone.
 */
export function homeAsTilde(homes: readonly string[], caseOfPaths: CaseOfPaths): (text: string) => string {
  const ways = homes.filter(hasName).sort((one, other) => other.length - one.length);
  if (ways.length === 0) return (text) => text;
  const flags = caseOfPaths === 'any-case' ? 'giu' : 'gu';
  const anyHome = new RegExp(`(?:${ways.map(pathPattern).join('|')})${nameEnds}`, flags);
  return (text) => text.replace(anyHome, '~');
}

const separators = /[\\/]+/u;
/** A name continues after a dot only if a letter or digit follows; otherwise the dot ends a sentence. */
const nameEnds = String.raw`(?![\p{L}\p{N}\p{M}_-]|\.[\p{L}\p{N}])`;

/** The root of a drive contains no user name. */
function hasName(home: string): boolean {
  return /[^\\/:]/u.test(home.replace(/^[A-Za-z]:/u, ''));
}

function pathPattern(home: string): string {
  const names = home.split(separators).filter((name) => name !== '');
  const first = separators.test(home.slice(0, 1)) ? String.raw`[\\/]` : '';
  return first + names.map(namePattern).join(String.raw`[\\/]+`);
}

/** Matches each character literally or percent-encoded. */
function namePattern(name: string): string {
  return Array.from(name, (letter) => {
    if (/[A-Za-z\d]/u.test(letter)) return letter;
    const bytes = [...Buffer.from(letter)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`);
    return `(?:${letter.replace(/[\\^$.*+?()[\]{}|/]/u, String.raw`\$&`)}|${bytes.join('')})`;
  }).join('');
}
