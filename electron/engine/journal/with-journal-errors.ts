// A journal whose failures are StowageErrors about its file.
import { withLocalErrors } from '../../disk/local-error';
import type { Journal } from './journal-file';

/** Rejects with `local.*` in place of file system errors. */
export function withJournalErrors<T>(journal: Journal<T>, path: string): Journal<T> {
  return {
    append: (records, durability) => withLocalErrors(path, () => journal.append(records, durability)),
    compact: (records) => withLocalErrors(path, () => journal.compact(records)),
    close: () => withLocalErrors(path, () => journal.close()),
  };
}
