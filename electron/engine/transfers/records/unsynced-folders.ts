// Folders that received a name since they were last synced; each is synced once, however many names it received.
import { mapConcurrent } from '@shared/map-concurrent';
import { diskWaitsAtOnce } from '../../../disk/thread-pool';

export class UnsyncedFolders {
  readonly #syncFolder: (folder: string) => Promise<void>;
  #folders = new Set<string>();

  constructor(syncFolder: (folder: string) => Promise<void>) {
    this.#syncFolder = syncFolder;
  }

  add(folder: string): void {
    this.#folders.add(folder);
  }

  /** Rejects with the first failure; all folders are then still due. */
  async sync(): Promise<void> {
    const folders = this.#folders;
    this.#folders = new Set();
    try {
      await mapConcurrent([...folders], diskWaitsAtOnce(process.env), this.#syncFolder);
    } catch (thrown) {
      for (const folder of folders) this.#folders.add(folder);
      throw thrown;
    }
  }
}
