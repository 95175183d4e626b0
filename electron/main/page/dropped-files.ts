// Files that were dropped on a window: their paths, as the preload read them, become sources with tokens.
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { StowageError, invalidInput } from '@shared/errors';
import type { PickedSource } from '@shared/ipc/contract';
import { t } from '@shared/strings/t';

const pathList = z.array(z.string());

/** Each one is inspected on disk; larger amounts must be dropped as a folder. */
export const maxDropped = 100_000;

export interface DropPorts {
  readonly register: (path: string) => Promise<PickedSource>;
  /** Gives a token to a file that could not be inspected. */
  readonly registerUnseen: (path: string) => PickedSource;
}

/**
 * In the order of the drop. When some can be inspected and others cannot, these are accepted too: using all of them
 * fails for these alone, and names them with the cause.
 * @throws StowageError what `register` throws, if it does for all; `invalid.input` for too many; `invalid.refused` for
 * a value that is not a list of paths
 */
export async function registerDropped(
  paths: unknown,
  { register, registerUnseen }: DropPorts,
): Promise<readonly PickedSource[]> {
  const list = pathList.safeParse(paths);
  if (!list.success) throw new StowageError('invalid.refused', 'Dropped files are a list of paths.');
  if (list.data.length > maxDropped) {
    throw invalidInput(t`Files`, t`too many were dropped at once.`, t`Drop their folder instead.`);
  }
  const stats = await Promise.all(
    list.data.map((path) => register(path).catch((thrown: unknown) => StowageError.from(thrown))),
  );
  const isAnySeen = stats.some((stat) => !(stat instanceof StowageError));
  return stats.map((stat, at) => {
    if (!(stat instanceof StowageError)) return stat;
    const path = list.data[at] ?? '';
    if (!isAnySeen || !hasPath(path) || (stat.kind !== 'localIo' && stat.kind !== 'invalid')) throw stat;
    return registerUnseen(path);
  });
}

function hasPath(path: string): boolean {
  return isAbsolute(path) && !path.includes('\0');
}
