// What a command line or the system asks the app to open, as text alone: told by its form, bounded, and kept until
// somebody reads it. Needs nothing, since the app's start looks at it before anything else.
import { isLink, longestLink, queryFileEnding } from '@shared/links/marks';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const longestPath = 4_096;
/** One more than is shown, so that it is seen to be too much. */
export const mostOfOneStart = 6;

/**
 * Of the words of a command line those that ask for something to be opened, each cut where it is too long to be read.
 * Files become absolute paths; relative ones are taken from `cwd`.
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

/** Desktops name a file by its path or by an address; null for everything that is no file of ours. */
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
  /** Hands over what waits, and from then on everything at once. One listener. */
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
