// Things that a command line or the system requests the app to open, as plain text: recognised by its form, limited in
// length, and stored until they are read. Imports nothing, because the app's start reads them before anything else.
import { isLink, longestLink, queryFileExtension } from '@shared/links/marks';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const longestPath = 4_096;
/** One more than is shown, so that too many are noticed. */
export const maxPerLaunch = 6;

/**
 * The arguments of a command line that should be opened, cut when they are too long. Files become absolute paths,
 * relative to `cwd`.
 */
export function opensOf(args: readonly string[], cwd: string): readonly string[] {
  return args
    .flatMap((arg) => {
      if (isLink(arg)) return [arg.slice(0, longestLink + 1)];
      const path = pathOf(arg);
      return path === null || path.length > longestPath ? [] : [resolve(cwd, path)];
    })
    .slice(0, maxPerLaunch);
}

/** Desktops name a file by a path or a URL; null for anything that is not a file of ours. */
function pathOf(arg: string): string | null {
  if (!arg.toLowerCase().endsWith(queryFileExtension)) return null;
  if (!/^[a-z][a-z0-9+.-]+:/i.test(arg)) return arg;
  try {
    const address = new URL(arg);
    return address.protocol === 'file:' && address.host === '' ? fileURLToPath(address) : null;
  } catch {
    return null;
  }
}

export interface PendingOpens {
  request(things: readonly string[]): void;
  /** Delivers what waits, and from then on everything immediately. Supports one listener. */
  listen(onRequested: (things: readonly string[]) => void): void;
}

export function createPendingOpens(): PendingOpens {
  let waiting: readonly string[] = [];
  let listener: ((things: readonly string[]) => void) | null = null;
  return {
    request: (things) => {
      if (listener === null) waiting = [...waiting, ...things].slice(0, maxPerLaunch);
      else listener(things);
    },
    listen: (onRequested) => {
      listener = onRequested;
      onRequested(waiting);
      waiting = [];
    },
  };
}
