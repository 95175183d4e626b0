// Renaming, moving and creating folders in an account with a hierarchical namespace: single operations of the service
// instead of a job that copies and deletes. Where the endpoint for them cannot be reached, the user chooses whether to
// copy instead, which does not preserve access lists.
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { describeError, showToast } from '@renderer/ui';
import type { TransferLocation } from '../transfer/start-transfer';
import type { Clip } from './blob-clipboard';
import type { Pasted } from './copy-actions';

interface RealFolderPorts {
  readonly location: TransferLocation;
  readonly namespace: 'hierarchical' | 'flat';
  readonly noteChange: () => void;
  /** The same for another container, from which something was moved to here. */
  readonly notifyContainer: (connectionId: string, container: string) => void;
}

export interface RealFolders {
  /** Rejects with a failure that the user has not been told about. */
  readonly create: (folder: string) => Promise<void>;
  /** `byCopying`: what the user may choose where the service cannot be reached. */
  readonly rename: (one: readonly Pasted[], byCopying: () => void) => Promise<void>;
  /** Whether what was cut is in the same account, so that it can be moved in it. */
  readonly canMove: (clip: Clip) => boolean;
  /**
   * Moves what it can and passes the rest to `byCopying`: names that are taken, which may be replaced or merged. Resolves
   * to whether everything was moved.
   */
  readonly move: (clip: Clip, all: readonly Pasted[], byCopying: (rest: readonly Pasted[]) => void) => Promise<boolean>;
}

export function useRealFolders({ location, namespace, noteChange, notifyContainer }: RealFolderPorts): RealFolders {
  const { connectionId, container } = location;
  const moveOne = async (from: string, { entry, target }: Pasted): Promise<void> => {
    const to = { container, path: pathOf(target) };
    await call('folders.rename', { connectionId, container: from, path: pathOf(entry.name), to });
  };
  const offerCopying = (thrown: unknown, copy: () => void): void => {
    const error = StowageError.from(thrown);
    if (error.context.dfs !== 'unreachable') throw error;
    const { title } = describeError(error);
    showToast({
      tone: 'bad',
      title: t`The Data Lake (dfs) endpoint cannot be reached`,
      text: t`${title}. Copying and deleting instead is possible, and access lists are not copied.`,
      action: { label: t`Copy and delete`, onAction: copy },
    });
  };
  return {
    create: async (folder) => {
      const { through } = await call('folders.create', { connectionId, container, path: pathOf(folder) });
      noteChange();
      if (through === 'dfs') return;
      showToast({
        tone: 'information',
        title: t`Created through the blob endpoint`,
        text: t`The Data Lake (dfs) endpoint of the account cannot be reached.`,
      });
    },
    rename: async ([one], byCopying) => {
      if (one === undefined) return;
      try {
        await moveOne(container, one);
        noteChange();
      } catch (thrown) {
        offerCopying(thrown, byCopying);
      }
    },
    canMove: (clip) => namespace === 'hierarchical' && clip.connectionId === connectionId,
    move: async (clip, all, byCopying) => {
      const rest: Pasted[] = [];
      let unreachable: unknown = null;
      try {
        for (const one of all) {
          if (unreachable !== null) {
            rest.push(one);
            continue;
          }
          try {
            await moveOne(clip.container, one);
          } catch (thrown) {
            const { code, context } = StowageError.from(thrown);
            if (context.dfs === 'unreachable') unreachable = thrown;
            else if (code !== 'conflict.exists') throw thrown;
            rest.push(one);
          }
        }
      } finally {
        if (rest.length < all.length) {
          noteChange();
          if (clip.container !== container) notifyContainer(connectionId, clip.container);
        }
      }
      if (unreachable !== null) offerCopying(unreachable, () => byCopying(rest));
      else if (rest.length > 0) byCopying(rest);
      return rest.length === 0;
    },
  };
}

const pathOf = (name: string): string => name.replace(/\/$/u, '');
