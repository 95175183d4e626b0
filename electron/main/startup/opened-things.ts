// Links and files of saved queries that the system or a second instance requests the app to open, stored until a window
// takes them. Any program may send them: few wait at a time, each is limited in size, and none acts without the user's
// confirmation.
import type { OpenRequest } from '@shared/links/open-request';
import { isLink, longestLink } from '@shared/links/marks';
import {
  largestQueryFileBytes,
  openRequestOfFile,
  openRequestOfLink,
  rejectedOpenRequest,
} from '@shared/links/query-file';
import { t } from '@shared/strings/t';
import { open, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { longestPath, maxPerLaunch } from './pending-opens';
import type { CallHandlers, CallsOf } from '@shared/ipc/contract';
import type { FileDialogs } from '../files/file-dialogs';
import { pickQueryFile } from '../files/pick-files';
import type { SourceRegistry } from '../persisted/sources';

export const maxWaiting = maxPerLaunch - 1;

/** The data that a second instance passes to the first. */
export const handedOver = z.object({
  opens: z.array(z.string().max(Math.max(longestLink, longestPath) + 1)).max(maxPerLaunch),
});

/** Reads the file of a saved query into a prompt for the user. Never throws. */
export async function openRequestOfPath(path: string): Promise<OpenRequest> {
  try {
    if (!isAbsolute(path)) return rejectedOpenRequest('file', t`It has no path on this computer.`);
    // A pipe or a device could be read for ever.
    if (!(await stat(path)).isFile()) return rejectedOpenRequest('file', t`It is not a file.`);
    const file = await open(path, 'r');
    try {
      const bytes = Buffer.alloc(largestQueryFileBytes + 1);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      return openRequestOfFile(bytes.toString('utf8', 0, bytesRead).replace(/^\u{feff}/u, ''));
    } finally {
      await file.close();
    }
  } catch {
    return rejectedOpenRequest(
      'file',
      t`It could not be read. Check that it still exists and that you have permission to read it.`,
    );
  }
}

export interface OpenedThings {
  /** Called when something new waits. Supports one listener. */
  listen(onChange: () => void): void;
  /** Adds a link, or the absolute path of a file; anything else is ignored. */
  options(requested: readonly string[]): void;
  /** Hands over everything that waits, once. */
  take(): readonly OpenRequest[];
}

export function createOpenedThings(): OpenedThings {
  let onChange = (): void => undefined;
  let waiting: readonly { readonly requested: string; readonly opening: OpenRequest }[] = [];
  const add = (requested: string, openRequest: OpenRequest): void => {
    // Repeated requests for the same thing become one prompt.
    if (waiting.some((each) => each.requested === requested)) return;
    if (waiting.length >= maxWaiting) return;
    const last = waiting.length === maxWaiting - 1;
    waiting = [
      ...waiting,
      { requested, opening: last ? rejectedOpenRequest(openRequest.from, tooMany()) : openRequest },
    ];
    onChange();
  };
  return {
    listen: (listener) => void (onChange = listener),
    options: (requested) => {
      for (const each of requested) {
        if (isLink(each)) add(each, openRequestOfLink(each));
        else void openRequestOfPath(each).then((openRequest) => add(each, openRequest));
      }
    },
    take: () => {
      const taken = waiting.map(({ opening: openRequest }) => openRequest);
      waiting = [];
      return taken;
    },
  };
}

const tooMany = (): string => t`More than ${maxWaiting - 1} were opened at once; the others were skipped.`;

/** What a window may request about the links and query files that are to be opened. */
export function openCalls(
  dialogs: FileDialogs,
  openedThings: Pick<OpenedThings, 'take'>,
  sources: Pick<SourceRegistry, 'resolve'>,
): Pick<CallHandlers<'main'>, Extract<CallsOf<'main'>, `openings.${string}`>> {
  return {
    'openings.take': () => [...openedThings.take()],
    'openings.read': async ({ token }) => openRequestOfPath(sources.resolve(token, { pickedFor: 'query' }) ?? ''),
    'openings.pick': async () => {
      const path = await pickQueryFile(dialogs);
      return path === null ? null : openRequestOfPath(path);
    },
  };
}
