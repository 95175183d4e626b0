// The job that `--resume` of an import or an export continues: that of the named account, with its original options.
import { isDeepStrictEqual } from 'node:util';
import { StowageError, invalidInput } from '@shared/errors';
import type { Session } from '../session';
import { printUnreadable } from './print-unreadable';

/** Picks among the jobs whose connection passes the test. */
export type Find<Job> = (isMeant: (connectionId: string) => boolean) => Job | null;

/**
 * A job of another account is not continued in this one, which would get the second half of it.
 * @throws StowageError `not-found.job`, `invalid.input`
 */
export async function unfinishedOf<Job>(
  { engine, output }: Session,
  connectionId: string,
  { find, path }: { readonly find: Find<Job>; readonly path: string },
): Promise<Job> {
  const isStranger = await engine.rooms.connections.strangersTo(connectionId);
  const found = find((id) => !isStranger(id));
  if (found !== null) return found;
  if (find(() => true) === null) {
    printUnreadable(engine.rooms.tableFiles.jobs.unread, output);
    throw new StowageError('not-found.job', 'There is no interrupted job for this file and table.', {
      context: { path },
    });
  }
  throw invalidInput(
    '--resume',
    'the interrupted job belongs to another account.',
    'Specify that account, or remove --resume to start over.',
  );
}

/** An option and its value, both as it was given now (undefined for not at all) and as the job was begun. */
export type PinnedOption = readonly [option: string, given: unknown, begun: unknown];

/** A job resumes with its original options: throws `invalid.input` for an option with a different value. */
export function rejectOtherOptions(options: readonly PinnedOption[]): void {
  for (const [option, given, begun] of options) {
    if (given === undefined || isDeepStrictEqual(given, begun)) continue;
    throw invalidInput(
      option,
      'it differs from the interrupted job.',
      'Remove it to resume, or remove --resume to start over.',
    );
  }
}
