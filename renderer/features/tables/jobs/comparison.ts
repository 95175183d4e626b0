// The comparisons of one tab, one after another: starts, follows and stops them, fetches the differences in view page
// by page, and gives their texts. The left side is A, the right one B.
import { StowageError } from '@shared/errors';
import type {
  DiffCounts,
  DiffProgress,
  DiffRequest,
  Difference,
  DifferenceKind,
  DifferencePage,
} from '@shared/model/table-diff';
import { call, subscribe } from '@renderer/bridge';
import { type StoreApi, createStore } from 'zustand/vanilla';
import type { EdmValue } from '@shared/model/entity';
import { propertyDifferences } from '@shared/diff/differences';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { withMarks } from '@shared/visible-text';
import { formatCount } from '@shared/units';

export interface CompareState {
  readonly status: 'idle' | 'reading' | 'complete' | 'stopped' | 'failed';
  /** The request; null before the first run. */
  readonly request: DiffRequest | null;
  /** Null until the engine has started. */
  readonly stand: DiffProgress | null;
  readonly error: StowageError | null;
}

interface CompareSession {
  readonly store: StoreApi<CompareState>;
  start(request: DiffRequest): void;
  /** The differences found before it stopped can still be read. */
  stop(): void;
  dispose(): void;
}

const idle: CompareState = { status: 'idle', request: null, stand: null, error: null };

export function createCompareSession(): CompareSession {
  const store = createStore<CompareState>()(() => idle);
  let running = new AbortController();
  const giveBack = (): void => {
    running.abort();
    const { stand: progress } = store.getState();
    // After a restart the engine does not know the comparison, and has removed its files.
    if (progress !== null) call('diffs.close', { diffId: progress.diffId }).catch(() => undefined);
  };
  return {
    store,
    start: (request) => {
      giveBack();
      const mine = new AbortController();
      running = mine;
      store.setState({ status: 'reading', request, stand: null, error: null });
      const follow = (progress: DiffProgress): void => {
        if (!mine.signal.aborted) store.setState({ stand: progress });
      };
      subscribe('diffs.run', { request }, follow, { signal: mine.signal, afterRestart: 'fail' }).then(
        () => {
          if (!mine.signal.aborted) store.setState({ status: 'complete' });
        },
        (thrown: unknown) => {
          if (!mine.signal.aborted) store.setState({ status: 'failed', error: StowageError.from(thrown) });
        },
      );
    },
    stop: () => {
      running.abort();
      store.setState({ status: 'stopped' });
    },
    dispose: giveBack,
  };
}

/** The fetched differences; another object once they change. */
interface HeldDifferences {
  /** Undefined until it is fetched. */
  readonly at: (index: number) => Difference | undefined;
  /** The error of the last fetch. */
  readonly error: StowageError | null;
}

export interface DifferencePages {
  /** Fetches the missing differences between two indexes. */
  need(first: number, last: number): void;
  readonly held: () => HeldDifferences;
  readonly subscribe: (listener: () => void) => () => void;
}

export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

type ReadDifferences = (range: PageRange) => Promise<DifferencePage>;

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
        // A page at the end of the list grows while the comparison runs.
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

export type KindFilter = DifferenceKind | 'all';
export const kindFilters: readonly KindFilter[] = ['all', 'changed', 'removed', 'added'];

export const kindLabels: Readonly<Record<KindFilter, string>> = {
  all: t`All`,
  changed: t`Changed`,
  removed: t`Only in A`,
  added: t`Only in B`,
};

export function countOfKind({ added, removed, changed }: DiffCounts, kind: KindFilter): number {
  switch (kind) {
    case 'all':
      return added + removed + changed;
    case 'added':
      return added;
    case 'removed':
      return removed;
    case 'changed':
      return changed;
  }
}

/** Names of the properties that differ: `Rating, Year and 3 more`. For a row of one side their number. */
export function whatDiffers({ kind, left, right }: Difference, leaveOut: ReadonlySet<string>): string {
  const names = propertyDifferences(left?.properties ?? [], right?.properties ?? [], leaveOut).map(({ name }) => name);
  if (kind !== 'changed') return counted(names.length, 'property');
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? t`${shown} and ${formatCount(names.length - 3)} more` : shown;
}

export function valueText({ type, value }: EdmValue): string {
  if (typeof value === 'boolean') return String(value);
  return type === 'Edm.String' && value === '' ? '""' : withMarks(value);
}

/** Splits `Note, UpdatedBy` into names, without blanks and repetitions. */
export function namesIn(text: string): string[] {
  return [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
}
