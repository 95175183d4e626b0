// The journal of one job: collects small records for a moment, so that a hundred thousand files do not cause as many
// writes, updates the state with every record, and is compacted to the shortest one with the same state.
import { mapConcurrent } from '@shared/map-concurrent';
import type { BlockNumber } from '@shared/model/block-number';
import { createSerialQueue } from '@shared/serial-queue';
import { withLocalErrors } from '../../../disk/local-error';
import { syncFolder } from '../../../disk/sync-folder';
import { diskWaitsAtOnce } from '../../runtime/thread-pool';
import type { Journal } from '../../journal/journal-file';
import type { JobRecord } from './job-records';
import { type JobState, apply, firstPace, stateOf } from './job-state';

export interface JobJournal {
  /** Written within a fifth of a second. */
  note(record: JobRecord): void;
  /** Notes a safe block, with the CRC-32 of its bytes if known; blocks are gathered into runs. */
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
   * Replaces the journal by its shortest form. Where that fails the longer one stays, which is equivalent; rejects only
   * if something of it could not be written before.
   */
  compact(): Promise<void>;
  close(): Promise<void>;
  /** The first failed write; after it the job cannot safely continue. */
  failure(): unknown;
}

const gatherMs = 200;
/** A power cut within it loses what was sent since: less than waiting for the disk before anything is sent. */
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
  /** For writes that no caller awaits: `write` has stored the failure, which ends the job at its next step. */
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
      // Created at once: records noted from now on are written after it, and must not be in it already.
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

/** Records of a job that are not written yet. The state has them at once. */
class NotedRecords {
  readonly #jobState: JobState;
  readonly #blocks = new Map<number, Map<BlockNumber, number | undefined>>();
  #records: JobRecord[] = [];

  constructor(jobState: JobState) {
    this.#jobState = jobState;
  }

  add(record: JobRecord): void {
    // Safe blocks of a file are written before the next record about that file.
    this.#closeRuns();
    this.#push(record);
  }

  /** Blocks are gathered into runs, which become records with the next of `add` and `take`. */
  addBlock(f: number, number: BlockNumber, sum?: number): void {
    const sums = this.#blocks.get(f) ?? new Map<BlockNumber, number | undefined>();
    sums.set(number, sum);
    this.#blocks.set(f, sums);
  }

  take(): readonly JobRecord[] {
    this.#closeRuns();
    const records = this.#records;
    this.#records = [];
    return records;
  }

  /** For records that were taken and not written: they come before those noted since. */
  putBack(records: readonly JobRecord[]): void {
    this.#records = [...records, ...this.#records];
  }

  #closeRuns(): void {
    for (const [f, sums] of this.#blocks) for (const record of blockRecords(f, sums)) this.#push(record);
    this.#blocks.clear();
  }

  #push(record: JobRecord): void {
    apply(this.#jobState, record);
    this.#records.push(record);
  }
}

/**
 * Folders that received a name since they were last synced; each is synced once, however many names it received.
 */
class UnsyncedFolders {
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

/** The shortest records that lead to the same state. For a job with nothing left to plan or to move. */
export function compactRecords(jobState: JobState): readonly JobRecord[] {
  const { head, failed, files, bytes, bytesFailed, filesDone, bytesDone, filesSkipped, bytesSkipped } = jobState;
  const { nextFile, foreseen } = jobState;
  const records: JobRecord[] = [head];
  records.push({
    t: 'totals',
    files: files - failed.size,
    bytes: bytes - bytesFailed,
    filesDone,
    bytesDone,
    filesSkipped,
    bytesSkipped,
    nextFile,
  });
  if (foreseen !== null) records.push({ t: 'foreseen', files: foreseen.files, bytes: foreseen.bytes + bytesSkipped });
  for (const [f, { file, failure, blocks, sums, timing }] of failed) {
    if (file !== null) records.push(file);
    records.push(...blockRecords(f, new Map([...blocks].map((number) => [number, sums.get(number)]))));
    records.push({ t: 'ended', f, outcome: 'failed', failure, ...(timing === undefined ? {} : { timing }) });
  }
  if (jobState.planned) records.push({ t: 'planned' });
  if (JSON.stringify(jobState.pace) !== JSON.stringify(firstPace(head)))
    records.push({ t: 'pace', pace: jobState.pace });
  if (jobState.turn !== head.createdAtMs) records.push({ t: 'turn', at: jobState.turn });
  records.push(stateOf(jobState));
  return records;
}

/** Safe blocks and the CRC of each, if known; those without one get a separate record. */
function blockRecords(
  f: number,
  sums: ReadonlyMap<BlockNumber, number | undefined>,
): readonly Extract<JobRecord, { t: 'blocks' }>[] {
  const sorted = [...sums].sort(([a], [b]) => a - b);
  const known = sorted.flatMap(([number, sum]) => (sum === undefined ? [] : [{ number, sum }]));
  const others = sorted.flatMap(([number, sum]) => (sum === undefined ? [number] : []));
  return [
    ...(others.length === 0 ? [] : [{ t: 'blocks' as const, f, runs: runsOf(others) }]),
    ...(known.length === 0
      ? []
      : [
          {
            t: 'blocks' as const,
            f,
            runs: runsOf(known.map(({ number }) => number)),
            sums: known.map(({ sum }) => sum),
          },
        ]),
  ];
}

/** Sorted numbers as runs of first and last. */
export function runsOf(numbers: Iterable<number>): [number, number][] {
  const runs: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = runs[runs.length - 1];
    if (last !== undefined && number <= last[1] + 1) last[1] = Math.max(last[1], number);
    else runs.push([number, number]);
  }
  return runs;
}
