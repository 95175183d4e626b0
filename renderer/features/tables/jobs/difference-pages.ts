// The differences in and near the viewport, fetched from the engine page by page: a million of them scroll like ten.
import { StowageError } from '@shared/errors';
import type { Difference, DifferenceKind, DifferencePage } from '@shared/model/table-diff';
import { call } from '@renderer/bridge';

/** What is here now; another object once it changes. */
export interface HeldDifferences {
  /** Undefined while it is not here. */
  readonly at: (index: number) => Difference | undefined;
  /** Of the last reading. */
  readonly error: StowageError | null;
}

export interface DifferencePages {
  /** Fetches what is missing between two indexes. */
  need(first: number, last: number): void;
  readonly held: () => HeldDifferences;
  readonly subscribe: (listener: () => void) => () => void;
}

export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

export type ReadDifferences = (range: PageRange) => Promise<DifferencePage>;

const pageRows = 100;
const maxPages = 30;

export function readDifferences(diffId: string, kind: DifferenceKind | undefined): ReadDifferences {
  return (range) => call('diffs.page', { diffId, ...(kind === undefined ? {} : { kind }), ...range });
}

export function createDifferencePages(read: ReadDifferences): DifferencePages {
  const pages = new Map<number, readonly Difference[]>();
  const pending = new Set<number>();
  const listeners = new Set<() => void>();
  const holding = (error: StowageError | null): HeldDifferences => ({
    at: (index) => pages.get(Math.floor(index / pageRows))?.[index % pageRows],
    error,
  });
  let held = holding(null);
  const changed = (error: StowageError | null): void => {
    held = holding(error);
    for (const listen of listeners) listen();
  };
  const fetch = (page: number): void => {
    pending.add(page);
    read({ offset: page * pageRows, limit: pageRows }).then(
      ({ differences }) => {
        pending.delete(page);
        pages.delete(page);
        pages.set(page, differences);
        const [oldest] = pages.keys();
        if (pages.size > maxPages && oldest !== undefined) pages.delete(oldest);
        changed(null);
      },
      (thrown: unknown) => {
        pending.delete(page);
        changed(StowageError.from(thrown));
      },
    );
  };
  return {
    need: (first, last) => {
      for (let page = Math.floor(first / pageRows); page * pageRows <= last; page += 1) {
        const known = pages.get(page)?.length ?? 0;
        // A page that was cut by the end of what was found then grows while the comparison runs.
        const wanted = Math.min(last - page * pageRows + 1, pageRows);
        if (known < wanted && !pending.has(page)) fetch(page);
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    held: () => held,
  };
}
