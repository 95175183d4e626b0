// Files that were dropped on a window: their paths, as the preload read them, become sources with tokens.
import { z } from 'zod';
import { StowageError, invalidInput } from '@shared/errors';
import type { PickedSource } from '@shared/ipc/contract';
import { t } from '@shared/strings/t';

const pathList = z.array(z.string());

/** Each one is looked at on disk; what holds more comes as a folder. */
export const mostDropped = 100_000;

/**
 * In the order of the drop.
 * @throws StowageError what `register` throws; `invalid.input` for too many; `invalid.refused` for what is no list of paths
 */
export async function registerDropped(
  paths: unknown,
  register: (path: string) => Promise<PickedSource>,
): Promise<readonly PickedSource[]> {
  const list = pathList.safeParse(paths);
  if (!list.success) throw new StowageError('invalid.refused', 'Dropped files are a list of paths.');
  if (list.data.length > mostDropped) {
    throw invalidInput(t`Files`, t`too many were dropped at once.`, t`Drop the folder that they are in.`);
  }
  return Promise.all(list.data.map(register));
}
