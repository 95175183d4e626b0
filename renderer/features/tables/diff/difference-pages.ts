// The differences in view and around it, fetched a page at a time from the engine: a million of them scroll like ten.
import { StowageError } from '@shared/errors';
import type { Difference, DifferenceKind, DifferencePage } from '@shared/model/table-diff';
import { call } from '@renderer/bridge';

export interface DifferencePages {
  /** Undefined while it is not here. */
  at(index: number): Difference | undefined;
  /** Fetches what is missing between two indexes. */
  need(first: number, last: number): void;
  readonly error: StowageError | null;
  readonly subscribe: (listener: () => void) => () => void;
  /** Changes with whatever `at` answers. */
  readonly version: () => number;
}

export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

export type ReadDifferences = (range: PageRange) => Promise<DifferencePage>;

const pageRows = 100;
const pagesKept = 30;

export function readDifferences(diffId: string, kind: DifferenceKind | undefined): ReadDifferences {
  return (range) => call('diffs.page', { diffId, ...(kind === undefined ? {} : { kind }), ...range });
}

export function createDifferencePages(read: ReadDifferences): DifferencePages {
  const pages = new Map<number, readonly Difference[]>();
  const asked = new Set<number>();
  const listeners = new Set<() => void>();
  let version = 0;
  let error: StowageError | null = null;
  const changed = (): void => {
    version += 1;
    for (const listen of listeners) listen();
  };
  const fetch = (page: number): void => {
    asked.add(page);
    read({ offset: page * pageRows, limit: pageRows }).then(
      ({ differences }) => {
        asked.delete(page);
        pages.delete(page);
        pages.set(page, differences);
        const [oldest] = pages.keys();
        if (pages.size > pagesKept && oldest !== undefined) pages.delete(oldest);
        error = null;
        changed();
      },
      (thrown: unknown) => {
        asked.delete(page);
        error = StowageError.from(thrown);
        changed();
      },
    );
  };
  return {
    at: (index) => pages.get(Math.floor(index / pageRows))?.[index % pageRows],
    need: (first, last) => {
      for (let page = Math.floor(first / pageRows); page * pageRows <= last; page += 1) {
        const known = pages.get(page)?.length ?? 0;
        // A page that was cut by the end of what was found then grows while the comparison runs.
        const wanted = Math.min(last - page * pageRows + 1, pageRows);
        if (known < wanted && !asked.has(page)) fetch(page);
      }
    },
    get error() {
      return error;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}
