// Changes which key the embedded store accepts, apart from the calls of the app so that it is tested without Electron:
// main prompts the user before that becomes the published one.
import { cancelled } from '@shared/errors';
import type { StoreKey } from '@shared/model/app';
import { kindOfStoreKey, replaceStoreKey } from '../disk/store-key-file';
import type { Prompts } from './prompts/prompts';

export interface StoreKeyParts {
  readonly stateDir: string;
  readonly prompts: Pick<Prompts, 'request'>;
  readonly restartEngine: () => Promise<void>;
}

/** @throws StowageError `cancelled.by-user` when the user declines, `local.*` */
export async function changeStoreKey(
  key: StoreKey,
  { stateDir, prompts, restartEngine }: StoreKeyParts,
): Promise<void> {
  if (kindOfStoreKey(stateDir) === key) return;
  if (key === 'published') {
    const { answer } = await prompts.request({ kind: 'published-key' });
    if (answer === 'declined') throw cancelled();
  }
  await replaceStoreKey(stateDir, key);
  await restartEngine();
}
