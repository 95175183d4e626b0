// What a second start hands to the first goes through a socket that takes 32 KiB, its whole command line included. More
// than that is not merely lost: the second start waits for an answer in vain and then ends the first by force. A long
// command line is therefore started once more in parts that fit, before anything is handed over. Pure.
import { isLink, linkScheme, longestLink } from '@shared/links/marks';
import { resolve } from 'node:path';
import { ownWords } from './arguments';

/** Below what the socket takes, with room for what the browser adds by itself. */
const mostBytes = 28 * 1024;
const mostBytesOfOne = 12_000;
const mostOwnBytes = 4_000;
/** Read as a link that is too long, whatever it was. */
const tooLongLink = `${linkScheme}:${'.'.repeat(longestLink)}`;

export interface SecondStart {
  /** Without the program itself. */
  readonly words: readonly string[];
  /** Links and absolute paths among them, as they are handed over. */
  readonly opens: readonly string[];
  readonly cwd: string;
}

/**
 * The words of further starts that do the same together; null where this one fits as it is. None where even the app's
 * own options do not: such a start must not reach the first.
 */
export function startsInParts({ words, opens, cwd }: SecondStart): readonly (readonly string[])[] | null {
  if (bytesOf([cwd, ...words, ...opens, ...opens.filter(isWide)]) <= mostBytes) return null;
  const paths = new Set(opens);
  const own = ownWords(words).filter((word) => !paths.has(resolve(cwd, word)));
  if (bytesOf([cwd, ...own]) > mostOwnBytes) return [];
  const parts = opens.map((each) => (isLink(each) && bytesOf([each]) > mostBytesOfOne ? tooLongLink : each));
  return parts.filter((each) => bytesOf([each]) <= mostBytesOfOne).map((each) => [...own, '--', each]);
}

function bytesOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + Buffer.byteLength(word) + 1, 0);
}

/** Handed over with two bytes a character. */
function isWide(text: string): boolean {
  return /[^\u0000-\u00ff]/u.test(text);
}
