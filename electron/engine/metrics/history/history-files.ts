// The history on disk: one checksummed line for each second with traffic, one file per hour and process (the app and
// the command line may share the folder). A torn last line costs its second. Files older than a day are deleted, and so
// are the oldest ones beyond the maximum total size.
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { namesIn } from '../../../disk/read-if-exists';
import { type Journal, openJournal, listOf } from '../../journal/journal-file';
import { linesInFile } from '../../journal/lines-in-file';
import { Aggregate } from '../aggregate';
import { historyRetentionMs } from './history';

const count = z.number().min(0);
const second = z.object({
  /** Wall time of the start of the second, in seconds. */
  s: z.int(),
  up: count,
  down: count,
  thr: z.int(),
  ret: z.int(),
  fail: z.int(),
  maxMs: count,
  lat: z.array(z.tuple([z.int(), z.int()])),
  ops: z.record(z.string(), z.int()),
  /** Throttled requests by cause; absent where there were none. */
  why: z.record(z.string(), z.int()).optional(),
});
type Second = z.infer<typeof second>;

const hourMs = 3_600_000;
/** Records of processes whose clock is ahead by less count. */
const clockSlackMs = 60_000;
const maxHistoryBytes = 64 * 1024 * 1024;
const fileName = /^(\d+)\.\d+\.jsonl$/u;

interface HourFile {
  readonly hour: number;
  readonly path: string;
}

export interface HistoryFiles {
  /** Every stored second, file by file, the oldest first; those of a clock that was ahead are omitted. */
  read(take: (atMs: number, aggregate: Aggregate) => void): Promise<void>;
  append(atMs: number, aggregate: Aggregate): Promise<void>;
  close(): Promise<void>;
}

export interface HistoryFilesOptions {
  /** Wall time in ms. */
  readonly now: () => number;
  /** Default `maxHistoryBytes`. */
  readonly maxBytes?: number;
}

/** Throws what the file system throws when a second cannot be written. */
export function createHistoryFiles(folder: string, options: HistoryFilesOptions): HistoryFiles {
  const { now, maxBytes = maxHistoryBytes } = options;
  let open: { readonly hour: number; readonly journal: Journal<Second> } | null = null;

  const retained = async (): Promise<readonly HourFile[]> =>
    (await namesIn(folder))
      .flatMap((name) => (fileName.test(name) ? [{ hour: Number.parseInt(name, 10), path: join(folder, name) }] : []))
      .sort((a, b) => a.hour - b.hour);

  const dropOld = async (): Promise<void> => {
    let left = maxBytes;
    for (const { hour, path } of [...(await retained())].reverse()) {
      const isOld = (hour + 1) * hourMs < now() - historyRetentionMs;
      left -= await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
      if (isOld || left < 0) await rm(path, { force: true });
    }
  };

  const journalOf = async (hour: number): Promise<Journal<Second>> => {
    if (open?.hour === hour) return open.journal;
    await open?.journal.close();
    open = null;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await dropOld();
    const { journal } = await openJournal(join(folder, `${hour}.${process.pid}.jsonl`), listOf(second));
    open = { hour, journal };
    return journal;
  };

  return {
    read: async (take) => {
      await dropOld();
      for (const { path } of await retained()) {
        for await (const record of secondsIn(path)) {
          if (record.s * 1_000 <= now() + clockSlackMs) take(record.s * 1_000, aggregateOf(record));
        }
      }
    },
    append: async (atMs, aggregate) => {
      const journal = await journalOf(Math.floor(atMs / hourMs));
      await journal.append([secondOf(atMs, aggregate)], 'lazy');
    },
    close: async () => {
      await open?.journal.close();
      open = null;
    },
  };
}

/** Piece by piece, because a busy hour takes long to read. */
async function* secondsIn(path: string): AsyncGenerator<Second, void, undefined> {
  for await (const lines of linesInFile(path)) {
    for (const { record } of lines) {
      const parsed = second.safeParse(record);
      if (!parsed.success) return;
      yield parsed.data;
    }
  }
}

function secondOf(atMs: number, aggregate: Aggregate): Second {
  const { uploadBytes, downloadBytes, throttled, retries, failed, latency, operations, causes } = aggregate;
  return {
    s: Math.floor(atMs / 1_000),
    up: uploadBytes,
    down: downloadBytes,
    thr: throttled,
    ret: retries,
    fail: failed,
    maxMs: latency.maxMs,
    lat: latency.toPairs().map(([slot, times]) => [slot, times]),
    ops: Object.fromEntries(operations),
    ...(causes.size === 0 ? {} : { why: Object.fromEntries(causes) }),
  };
}

function aggregateOf(record: Second): Aggregate {
  const aggregate = new Aggregate();
  aggregate.uploadBytes = record.up;
  aggregate.downloadBytes = record.down;
  aggregate.throttled = record.thr;
  aggregate.retries = record.ret;
  aggregate.failed = record.fail;
  aggregate.latency.addPairs(record.lat, record.maxMs);
  for (const [operation, requests] of Object.entries(record.ops)) aggregate.countOperation(operation, requests);
  for (const [cause, requests] of Object.entries(record.why ?? {})) aggregate.countCause(cause, requests);
  return aggregate;
}
