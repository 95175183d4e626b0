// What a command line or the system asks the app to open, as plain text: recognised by its form, limited in length, and
// kept until somebody reads it. Imports nothing, because the app's start looks at it before anything else.
import { isLink, longestLink, queryFileEnding } from '@shared/links/marks';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const longestPath = 4_096;
/** One more than is shown, so that too many are noticed. */
export const mostOfOneStart = 6;

/**
 * The arguments of a command line that should be opened, cut when they are too long. Files become absolute paths,
 * relative to `cwd`.
 */
export function opensOf(words: readonly string[], cwd: string): readonly string[] {
  return words
    .flatMap((word) => {
      if (isLink(word)) return [word.slice(0, longestLink + 1)];
      const path = pathOf(word);
      return path === null || path.length > longestPath ? [] : [resolve(cwd, path)];
    })
    .slice(0, mostOfOneStart);
}

/** Desktops name a file by a path or a URL; null for anything that is not a file of ours. */
function pathOf(word: string): string | null {
  if (!word.toLowerCase().endsWith(queryFileEnding)) return null;
  if (!/^[a-z][a-z0-9+.-]+:/i.test(word)) return word;
  try {
    const address = new URL(word);
    return address.protocol === 'file:' && address.host === '' ? fileURLToPath(address) : null;
  } catch {
    return null;
  }
}

export interface AskedThings {
  ask(things: readonly string[]): void;
  /** Delivers what waits, and from then on everything immediately. Supports one listener. */
  listen(onAsked: (things: readonly string[]) => void): void;
}

export function createAskedThings(): AskedThings {
  let waiting: readonly string[] = [];
  let tell: ((things: readonly string[]) => void) | null = null;
  return {
    ask: (things) => {
      if (tell === null) waiting = [...waiting, ...things].slice(0, mostOfOneStart);
      else tell(things);
    },
    listen: (onAsked) => {
      tell = onAsked;
      onAsked(waiting);
      waiting = [];
    },
  };
}
