// The journal of one job: collects small records for a moment, so that a hundred thousand files do not cause as many
// writes, and keeps the standing in step with what is written.
import { createSerialQueue } from '@shared/serial-queue';
import type { BlockNumber } from '@shared/model/block-number';
import { withLocalErrors } from '../../../disk/local-error';
import { syncFolder } from '../../../disk/sync-folder';
import type { Journal } from '../../journal/journal-file';
import type { JobRecord } from './job-records';
import { compactRecords } from './job-compaction';
import type { JobState } from './job-state';
import { NotedRecords } from './noted-records';
import { UnsyncedFolders } from './unsynced-folders';

export interface JobJournal {
  /** Written within a fifth of a second. */
  note(record: JobRecord): void;
  /** Notes a block that is safe, with the CRC-32 of its bytes where it is known; blocks are gathered into runs. */
  noteBlock(f: number, number: BlockNumber, sum?: number): void;
  /**
   * A name in this folder is what later records rely on: the folder is synced before they are written, so that after a
   * power cut no file is missing that they call done.
   */
  reliesOn(folder: string): void;
  /** Resolves when everything noted before can be read in the file. */
  write(): Promise<void>;
  /** The same, and within a second it is on the disk. */
  writeForSure(): Promise<void>;
  /** Resolves when the record is on disk, with everything noted before. */
  commit(record: JobRecord): Promise<void>;
  /**
   * Replaces the journal by its shortest form. Where that fails the longer one stays, which says the same; rejects only
   * if something of it could not be written before.
   */
  compact(): Promise<void>;
  close(): Promise<void>;
  /** The first failed write; after it the job cannot safely continue. */
  failure(): unknown;
}

const gatherMs = 200;
/** A power cut within it costs what was sent since: less than waiting for the disk before anything is sent. */
const syncMs = 1000;

export function createJobJournal(
  jobState: JobState,
  journal: Journal<JobRecord>,
  sync: (folder: string) => Promise<void> = syncFolder,
): JobJournal {
  const noted = new NotedRecords(jobState);
  const folders = new UnsyncedFolders((folder) => withLocalErrors(folder, () => sync(folder)));
  const queue = createSerialQueue();
  let timer: NodeJS.Timeout | undefined;
  let syncTimer: NodeJS.Timeout | undefined;
  let failure: unknown;

  const take = (): readonly JobRecord[] => {
    clearTimeout(timer);
    timer = undefined;
    return noted.take();
  };
  /** Also before a compaction: the journal would otherwise call files done whose names a power cut can still remove. */
  const afterFolders = (write: () => Promise<void>): Promise<void> =>
    queue.take(async () => {
      await folders.sync();
      await write();
    });
  const write = async (durability: 'lazy' | 'synced'): Promise<void> => {
    if (durability === 'synced') {
      clearTimeout(syncTimer);
      syncTimer = undefined;
    }
    const records = take();
    try {
      await afterFolders(() => journal.append(records, durability));
    } catch (thrown) {
      failure ??= thrown;
      throw thrown;
    }
  };
  /** For writes that nobody waits for: `write` has kept the failure, which ends the job at its next step. */
  const unawaited = (durability: 'lazy' | 'synced'): void => void write(durability).catch(() => undefined);
  const writeSoon = (): void => {
    timer ??= setTimeout(() => unawaited('lazy'), gatherMs);
  };

  return {
    failure: () => failure,
    note: (record) => {
      noted.add(record);
      writeSoon();
    },
    noteBlock: (f, number, sum) => {
      noted.addBlock(f, number, sum);
      writeSoon();
    },
    reliesOn: (folder) => folders.add(folder),
    write: () => write('lazy'),
    writeForSure: () => {
      syncTimer ??= setTimeout(() => unawaited('synced'), syncMs);
      return write('lazy');
    },
    commit: (record) => {
      noted.add(record);
      return write('synced');
    },
    compact: async () => {
      const records = take();
      // Made at once: what is noted from now on is written after it, and must not be in it already.
      const shortest = compactRecords(jobState);
      try {
        await afterFolders(() => journal.compact(shortest));
      } catch (thrown) {
        noted.putBack(records);
        if (failure !== undefined) throw thrown;
      }
    },
    close: async () => {
      try {
        await write('synced');
      } finally {
        await journal.close();
      }
    },
  };
}
