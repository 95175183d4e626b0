// Takes the name of who is logged in out of a text, where it stands in the path of the home folder. Pure.

/** `any-case`: where the system takes `Ann` and `ann` for one folder. */
export type CaseOfPaths = 'letters-count' | 'any-case';

/**
 * How to write `~` for each of these folders in a text: between any separators, and as the address of a file has it. A
 * folder whose name is longer is somebody else's, and stays.
 */
export function homeAsTilde(homes: readonly string[], caseOfPaths: CaseOfPaths): (text: string) => string {
  const ways = homes.filter(hasName).sort((one, other) => other.length - one.length);
  if (ways.length === 0) return (text) => text;
  const flags = caseOfPaths === 'any-case' ? 'giu' : 'gu';
  const anyHome = new RegExp(`(?:${ways.map(pathPattern).join('|')})${nameEnds}`, flags);
  return (text) => text.replace(anyHome, '~');
}

const separators = /[\\/]+/u;
/** A dot goes on with a name where a letter follows, and ends a sentence where none does. */
const nameEnds = String.raw`(?![\p{L}\p{N}\p{M}_-]|\.[\p{L}\p{N}])`;

/** The root of a disk has none. */
function hasName(home: string): boolean {
  return /[^\\/:]/u.test(home.replace(/^[A-Za-z]:/u, ''));
}

function pathPattern(home: string): string {
  const names = home.split(separators).filter((name) => name !== '');
  const first = separators.test(home.slice(0, 1)) ? String.raw`[\\/]` : '';
  return first + names.map(namePattern).join(String.raw`[\\/]+`);
}

/** Each letter as it is, or as an address has it. */
function namePattern(name: string): string {
  return Array.from(name, (letter) => {
    if (/[A-Za-z\d]/u.test(letter)) return letter;
    const bytes = [...Buffer.from(letter)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`);
    return `(?:${letter.replace(/[\\^$.*+?()[\]{}|/]/u, String.raw`\$&`)}|${bytes.join('')})`;
  }).join('');
}
