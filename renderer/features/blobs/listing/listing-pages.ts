// Requests the pages of a listing, one at a time: a newer request ends the older one. Waits for a store that is about
// to return.
import { StowageError } from '@shared/errors';
import type { CallInput, CallOutput } from '@shared/ipc/contract';
import { TokenProgress } from '@shared/token-progress';

export type PageInput = CallInput<'blobs.list'>;
export type ListedPage = CallOutput<'blobs.list'>;
export type ListPage = (input: PageInput, signal: AbortSignal) => Promise<ListedPage>;

export interface ListingPagesParts {
  readonly listPage: ListPage;
  /** Resolves after that time, or at once when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Told before each request, those included that are sent again. */
  readonly onRequested: () => void;
  /** Told what could not be had, while it is still wanted. */
  readonly onFailed: (error: StowageError) => void;
}

export interface ListingPages {
  /** Null where it failed, or is not wanted any more. */
  readonly request: (input: PageInput) => Promise<ListedPage | null>;
  /** Ends the page that is on its way. */
  readonly stop: () => void;
}

/** Failures while something starts automatically: a restored tab must not begin with an error. */
const comingBack: ReadonlySet<string> = new Set(['network.emulator-down', 'network.engine-restarted']);
const maxAttempts = 40;
const shortestPauseMs = 250;

export function createListingPages({ listPage, wait, onRequested, onFailed }: ListingPagesParts): ListingPages {
  let running: AbortController | null = null;
  let progress = new TokenProgress({});
  return {
    async request(input) {
      running?.abort();
      const mine = new AbortController();
      running = mine;
      if (input.marker === undefined) progress = new TokenProgress({ container: input.container });
      for (let attempt = 1; !mine.signal.aborted; attempt += 1) {
        try {
          onRequested();
          const page = await listPage(input, mine.signal);
          if (mine.signal.aborted) return null;
          if (page.marker !== null) progress.follow(page.marker, page.blobs.length + page.folders.length);
          return page;
        } catch (thrown) {
          const error = StowageError.from(thrown);
          const pauseMs = pauseBefore(error, attempt);
          if (mine.signal.aborted) return null;
          if (pauseMs === null) {
            onFailed(error);
            return null;
          }
          await wait(pauseMs, mine.signal);
        }
      }
      return null;
    },
    stop() {
      running?.abort();
    },
  };
}

/** Milliseconds until the next attempt; null when there should be none. */
function pauseBefore(error: StowageError, attempt: number): number | null {
  if (error.retry === 'no' || !comingBack.has(error.code) || attempt >= maxAttempts) return null;
  return Math.max(shortestPauseMs, error.retry.afterMs);
}
