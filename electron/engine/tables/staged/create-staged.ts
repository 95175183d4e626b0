// Keeps what is staged in each window: answers the calls of the contract. The window knows what an edit means; edit/
// applies it.
import { join } from 'node:path';
import type { CallHandlers } from '@shared/ipc/contract';
import type { stagedCalls } from '@shared/ipc/contract/table-edit';
import { localError } from '../../../disk/local-error';
import { type StagedFiles, type StagedFilesOptions, openStagedFiles } from './staged-files';

export interface Staged {
  readonly calls: Pick<CallHandlers<'engine'>, keyof typeof stagedCalls>;
  /** Removes everything that was staged on a removed connection. */
  readonly forgetConnection: StagedFiles['forgetConnection'];
  /** Resolves when everything requested so far is on disk. */
  dispose(): Promise<void>;
}

export function createStaged(options: StagedFilesOptions): Staged {
  const files = openStagedFiles(options);
  const folder = join(options.stateDir, 'staged');
  const local = <T>(work: Promise<T>): Promise<T> =>
    work.catch((thrown: unknown) => {
      throw localError(thrown, folder);
    });
  return {
    calls: {
      'staged.read': async ({ window }) =>
        [...(await local(files.read(window)))].map((each) => ({ ...each, edits: [...each.edits] })),
      'staged.keep': async ({ window, connectionId, table, gone, edits }) => {
        await local(files.keep(window, gone, { connectionId, table, edits }));
        return {};
      },
    },
    forgetConnection: (connectionId) => local(files.forgetConnection(connectionId)),
    dispose: () => files.ended(),
  };
}
