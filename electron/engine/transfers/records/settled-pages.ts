// Pages of a job's done and skipped files. Only each file's position on disk is held: a hundred thousand take a few
// megabytes while somebody looks, and a page reads only its own lines.
import { linesInFile, recordsAt } from '../../journal/lines-in-file';
import type { RecordLine } from '../../journal/record-line';
import { type SettledFile, createSettlingReader, toStoredFile, plannedFile, settledFile } from './moved-files';

export interface SettledPage {
  /** The files that the disk knows. */
  readonly total: number;
  readonly files: readonly SettledFile[];
}

export interface SettledFilesQuery {
  readonly outcome: SettledFile['outcome'];
  readonly offset: number;
  readonly limit: number;
  /** Every n-th file from the offset on, for a sample of many; default 1. */
  readonly every?: number | undefined;
}

/** Reads what was appended since the last call. Throws what the file system throws. */
export type SettledPages = (query: SettledFilesQuery) => Promise<SettledPage>;

interface RecordPosition extends Pick<RecordLine, 'at' | 'bytes'> {
  readonly in: 'list' | 'journal';
  /** For files whose end and plan are in different lines of the journal. */
  readonly reason?: SettledFile['reason'];
  readonly timing?: SettledFile['timing'];
}

/** Valid until either file is replaced: create a new one after compaction. */
export function createSettledPages(journalPath: string, listPath: string): SettledPages {
  const places: Readonly<Record<SettledFile['outcome'], RecordPosition[]>> = { done: [], skipped: [] };
  const seen = new Set<number>();
  const settlingOf = createSettlingReader();
  let listBytes = 0;
  let journalBytes = 0;
  let isDamaged = false;

  const add = (f: number, outcome: SettledFile['outcome'], place: RecordPosition): void => {
    if (seen.has(f)) return;
    seen.add(f);
    places[outcome].push(place);
  };
  const readOn = async (): Promise<void> => {
    for await (const lines of linesInFile(listPath, listBytes)) {
      for (const { record, at, bytes } of lines) {
        const { f, outcome } = toStoredFile(record);
        add(f, outcome, { in: 'list', at, bytes });
        listBytes = at + bytes;
      }
    }
    if (isDamaged) return;
    for await (const lines of linesInFile(journalPath, journalBytes)) {
      for (const line of lines) {
        const settling = settlingOf(line);
        isDamaged = settling === 'damaged';
        if (settling === 'damaged') return;
        if (settling !== null)
          add(settling.file.f, settling.outcome, {
            in: 'journal',
            reason: settling.reason,
            timing: settling.timing,
            ...settling.plan,
          });
        journalBytes = line.at + line.bytes;
      }
    }
  };

  return async ({ outcome, offset, limit, every = 1 }) => {
    await readOn();
    const last = offset + limit * every;
    const wanted = places[outcome].slice(offset, last).filter((_, index) => index % every === 0);
    // Everything in the list was settled before anything in the journal.
    const records = await recordsAt(
      listPath,
      wanted.filter((place) => place.in === 'list'),
    );
    const inJournal = wanted.filter((place) => place.in === 'journal');
    const planned = await recordsAt(journalPath, inJournal);
    const files = planned.map((record, index) => {
      const file = plannedFile(record);
      const { reason, timing } = inJournal[index] ?? {};
      return file === null ? [] : [settledFile(file, { outcome, reason, timing })];
    });
    return { total: places[outcome].length, files: [...records.map(toStoredFile), ...files.flat()] };
  };
}
