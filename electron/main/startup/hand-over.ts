// A second instance passes its command line to the first through a socket that accepts 32 KiB in all. A longer one is
// not merely lost: the second instance waits in vain for an answer and then kills the first. So a long command line is
// divided into further starts that fit, before anything is passed on. Pure.
import { isLink, linkScheme, longestLink } from '@shared/links/marks';
import { resolve } from 'node:path';
import { ownArguments } from './arguments';

/** Below the socket's limit, with room for what Chromium adds. */
const maxBytes = 28 * 1024;
const maxBytesEach = 12_000;
const maxOwnBytes = 4_000;
/** A replacement that is read as a link that is too long. */
const tooLongLink = `${linkScheme}:${'.'.repeat(longestLink)}`;

export interface SecondStart {
  /** Without the program itself. */
  readonly args: readonly string[];
  /** Its links and absolute paths, as they are handed over. */
  readonly opens: readonly string[];
  readonly cwd: string;
}

/**
 * The arguments of further starts that do the same together; null when this one fits. Empty when even the app's options
 * do not fit: such a start must not reach the first.
 */
export function startsInParts({ args, opens, cwd }: SecondStart): readonly (readonly string[])[] | null {
  if (bytesOf([cwd, ...args, ...opens, ...opens.filter(isWide)]) <= maxBytes) return null;
  const paths = new Set(opens);
  const own = ownArguments(args).filter((arg) => !paths.has(resolve(cwd, arg)));
  if (bytesOf([cwd, ...own]) > maxOwnBytes) return [];
  const parts = opens.map((each) => (isLink(each) && bytesOf([each]) > maxBytesEach ? tooLongLink : each));
  return parts.filter((each) => bytesOf([each]) <= maxBytesEach).map((each) => [...own, '--', each]);
}

function bytesOf(args: readonly string[]): number {
  return args.reduce((sum, arg) => sum + Buffer.byteLength(arg) + 1, 0);
}

/** In bytes; characters are sent as two bytes each. */
function isWide(text: string): boolean {
  return /[^\u0000-\u00ff]/u.test(text);
}
