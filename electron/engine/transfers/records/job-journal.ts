// The journal of one job: collects small records for a moment, so that a hundred thousand files do not cause as many
// writes, and keeps the standing in step with what is written.
import { createTurns } from '@shared/in-turns';
import { inLanes } from '@shared/in-lanes';
import type { BlockNumber } from '@shared/model/block-number';
import { syncFolder } from '../../../disk/sync-folder';
import { diskWaitsAtOnce } from '../../../disk/thread-pool';
import type { Journal } from '../../journal/journal-file';
import type { JobRecord } from './job-records';
import { compactRecords, runsOf } from './job-compaction';
import { type JobStanding, apply } from './job-standing';

export interface JobJournal {
  /** Written within a fifth of a second. */
  note(record: JobRecord): void;
  /** Notes a block that is safe; blocks are gathered into runs. */
  noteBlock(f: number, number: BlockNumber): void;
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
  standing: JobStanding,
  journal: Journal<JobRecord>,
  sync: (folder: string) => Promise<void> = syncFolder,
): JobJournal {
  let pending: JobRecord[] = [];
  let unsynced = new Set<string>();
  const turns = createTurns();
  const blocks = new Map<number, Set<BlockNumber>>();
  let timer: NodeJS.Timeout | null = null;
  let syncTimer: NodeJS.Timeout | null = null;
  let failure: unknown;

  const take = (): JobRecord[] => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const records = pending;
    pending = [];
    return records;
  };
  const stopWaiting = (): void => {
    if (syncTimer !== null) clearTimeout(syncTimer);
    syncTimer = null;
  };
  const gatherBlocks = (): void => {
    for (const [f, numbers] of blocks) {
      const record: JobRecord = { t: 'blocks', f, runs: runsOf(numbers) };
      apply(standing, record);
      pending.push(record);
    }
    blocks.clear();
  };
  // A folder with many files is synced once for all records that are written together.
  const syncFolders = async (): Promise<void> => {
    const folders = unsynced;
    unsynced = new Set();
    try {
      await inLanes([...folders], diskWaitsAtOnce(process.env), sync);
    } catch (error) {
      // They are still due: a compaction would otherwise call their files done.
      for (const folder of folders) unsynced.add(folder);
      throw error;
    }
  };
  const write = async (durability: 'lazy' | 'synced'): Promise<void> => {
    if (durability === 'synced') stopWaiting();
    gatherBlocks();
    const records = take();
    try {
      await turns.take(async () => {
        await syncFolders();
        await journal.append(records, durability);
      });
    } catch (error) {
      failure ??= error;
      throw error;
    }
  };
  const soon = (): void => {
    timer ??= setTimeout(() => {
      // The failure is stored and ends the job at its next step.
      write('lazy').catch(() => undefined);
    }, gatherMs);
  };

  return {
    failure: () => failure,
    note: (record) => {
      // Safe blocks of a file are written before the next record about that file.
      gatherBlocks();
      apply(standing, record);
      pending.push(record);
      soon();
    },
    noteBlock: (f, number) => {
      const numbers = blocks.get(f) ?? new Set<BlockNumber>();
      numbers.add(number);
      blocks.set(f, numbers);
      soon();
    },
    write: () => write('lazy'),
    writeForSure: () => {
      // As with what is gathered, a failure ends the job at its next step.
      syncTimer ??= setTimeout(() => void write('synced').catch(() => undefined), syncMs);
      return write('lazy');
    },
    reliesOn: (folder) => {
      unsynced.add(folder);
    },
    commit: (record) => {
      gatherBlocks();
      apply(standing, record);
      pending.push(record);
      return write('synced');
    },
    compact: async () => {
      gatherBlocks();
      const noted = take();
      const records = compactRecords(standing);
      try {
        await turns.take(async () => {
          await syncFolders();
          await journal.compact(records);
        });
      } catch (thrown) {
        pending = [...noted, ...pending];
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
