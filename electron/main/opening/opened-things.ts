// Links and files of saved queries that the system or a second start asks the app to open, kept until a window takes
// them. Anybody may send them: few wait at a time, each is limited in size, and none acts without a question to the
// person.
import type { Opening } from '@shared/links/opening';
import { isLink, longestLink } from '@shared/links/marks';
import { largestQueryFileBytes } from '@shared/links/query-file';
import { t } from '@shared/strings/t';
import { openingOfFile, openingOfLink, refusedOpening } from '@shared/links/read-opening';
import { open, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { longestPath, mostOfOneStart } from './asked-things';

export const mostWaiting = mostOfOneStart - 1;

/** What a second start hands to the first. */
export const handedOver = z.object({
  opens: z.array(z.string().max(Math.max(longestLink, longestPath) + 1)).max(mostOfOneStart),
});

/** Reads the file of a saved query as a question to the person. Never throws. */
export async function openingOfPath(path: string): Promise<Opening> {
  try {
    if (!isAbsolute(path)) return refusedOpening('file', t`It has no place on this machine.`);
    // A pipe or a device could be read for ever.
    if (!(await stat(path)).isFile()) return refusedOpening('file', t`It is not a file.`);
    const file = await open(path, 'r');
    try {
      const bytes = Buffer.alloc(largestQueryFileBytes + 1);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      return openingOfFile(bytes.toString('utf8', 0, bytesRead).replace(/^\u{feff}/u, ''));
    } finally {
      await file.close();
    }
  } catch {
    return refusedOpening('file', t`It could not be read. Check that it is still there and that you may read it.`);
  }
}

export interface OpenedThings {
  /** Called when something new waits. Supports one listener. */
  listen(onChange: () => void): void;
  /** Adds a link, or the absolute path of a file; anything else is ignored. */
  offer(asked: readonly string[]): void;
  /** Hands over everything that waits, once. */
  take(): readonly Opening[];
}

export function createOpenedThings(): OpenedThings {
  let onChange = (): void => undefined;
  let waiting: readonly { readonly asked: string; readonly opening: Opening }[] = [];
  const add = (asked: string, opening: Opening): void => {
    // The same thing twice is one question.
    if (waiting.some((each) => each.asked === asked)) return;
    if (waiting.length >= mostWaiting) return;
    const last = waiting.length === mostWaiting - 1;
    waiting = [...waiting, { asked, opening: last ? refusedOpening(opening.from, tooMany()) : opening }];
    onChange();
  };
  return {
    listen: (listener) => void (onChange = listener),
    offer: (asked) => {
      for (const each of asked) {
        if (isLink(each)) add(each, openingOfLink(each));
        else void openingOfPath(each).then((opening) => add(each, opening));
      }
    },
    take: () => {
      const taken = waiting.map(({ opening }) => opening);
      waiting = [];
      return taken;
    },
  };
}

const tooMany = (): string => t`More than ${mostWaiting - 1} were opened at once; the others were left out.`;
