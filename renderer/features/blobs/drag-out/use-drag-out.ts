// Dragging rows to the desktop: they are downloaded first, then handed over, at once if the button is still held,
// otherwise with the next drag of the same rows.
import { type DragEvent, useRef } from 'react';
import { StowageError } from '@shared/errors';
import type { PickedSource } from '@shared/ipc/contract';
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { showToast } from '@renderer/ui';
import type { ListingEntry } from '../listing/listing';
import { whatIsSelected } from '../listing/selection-text';
import { type TransferLocation, downloadOrderOf, optionsWith } from '../transfer/start-transfer';
import {
  failedMessage,
  isPartiallyFetched,
  knownBytes,
  readyMessage,
  pausedMessage,
  withSize,
} from './fetched-messages';
import { followJob } from './job-steps';
import { useHeldRows } from './use-held-rows';

interface Fetch {
  /** Which rows, as they were. */
  readonly key: string;
  /** Labels of what is dragged: plain, and with its size. */
  readonly what: string;
  readonly sized: string;
  /** The bytes that are known before it is fetched. */
  readonly bytes: number;
  /** The folder of the container that shows the rows. */
  readonly prefix: string;
  /** The folders among the rows, as they were listed. */
  readonly folders: readonly ListingEntry[];
  token: string;
  jobId: string;
  /** `out`: it went out once, and may be dragged again. */
  state: 'moving' | 'resting' | 'ready' | 'out';
  dismiss: () => void;
}

export interface DraggingOut {
  readonly begin: (event: DragEvent, entries: readonly ListingEntry[]) => void;
  /**
   * What was dropped into a folder; nothing if it was dragged from that folder: dropping it where it came from changes
   * nothing.
   */
  readonly withoutBack: (dropped: Promise<readonly PickedSource[]>, prefix: string) => Promise<readonly PickedSource[]>;
}

/** `run` shows a failure where the user is looking. */
export function useDragOut(location: TransferLocation, run: (work: Promise<unknown>) => void): DraggingOut {
  // All are retained: what was dragged earlier is not fetched twice. The tab owns them, and they are removed with it.
  const fetches = useRef(new Map<string, Fetch>());
  const held = useHeldRows();
  /** Where what went out came from, by its token. */
  const cameFrom = useRef(new Map<string, string>());
  const forget = (fetch: Fetch): void => {
    if (fetches.current.get(fetch.key) === fetch) fetches.current.delete(fetch.key);
  };
  const handOver = (fetch: Fetch): void => {
    // From here on the drag belongs to the system, which does not report where it ends.
    held.letGo();
    fetch.state = 'out';
    cameFrom.current.set(fetch.token, fetch.prefix);
    run(
      call('drag-out.hand-over', { token: fetch.token }).catch((thrown: unknown) => {
        // A prepared file that was removed meanwhile is fetched again by the next drag.
        if (StowageError.from(thrown).code === 'not-found.source') forget(fetch);
        throw thrown;
      }),
    );
  };

  const reportFetching = (fetch: Fetch): void => {
    fetch.dismiss();
    fetch.dismiss = showToast({
      tone: 'information',
      title: t`Downloading ${fetch.sized}`,
      text: t`Keep dragging, or drag again when the download is complete.`,
      action: { label: t`Cancel`, onAction: () => run(call('jobs.cancel', { jobId: fetch.jobId })) },
    });
  };
  const end = (fetch: Fetch, job: TransferJob | null): void => {
    const isWhole = job?.state === 'done' && job.failedCount === 0;
    if (isWhole || (job !== null && job.state !== 'cancelled' && isPartiallyFetched(job))) fetch.state = 'ready';
    else forget(fetch);
    if (job === null || job.state === 'cancelled') return;
    if (!isWhole) showToast(failedMessage(fetch.what, job));
    else if (held.isHeld(fetch.key)) handOver(fetch);
    else showToast(readyMessage(fetch.what));
  };

  const begin = (event: DragEvent, entries: readonly ListingEntry[]): void => {
    // The page's own drag would carry text; the system's starts once the files are there.
    event.preventDefault();
    if (entries.length === 0) return;
    const { connectionId, container, prefix } = location;
    const key = JSON.stringify([connectionId, container, entries.map(stateOf)]);
    held.hold(key);
    const known = fetches.current.get(key);
    const folders = entries.filter(({ kind }) => kind === 'folder');
    if (known !== undefined && !isOvertaken(known, folders)) {
      if (known.state === 'ready' || known.state === 'out') handOver(known);
      else if (known.state === 'resting') showToast(pausedMessage(known.what));
      else if (known.jobId !== '') reportFetching(known);
      return;
    }
    const what = whatIsSelected(entries, prefix);
    const text = { what, sized: withSize(what, entries), bytes: knownBytes(entries) };
    const begun = { token: '', jobId: '', state: 'moving', dismiss: () => undefined } as const;
    const fetch: Fetch = { key, ...text, prefix, folders, ...begun };
    fetches.current.set(key, fetch);
    const started = start(fetch, downloadOrderOf(location, entries, ''));
    run(
      started.catch((thrown: unknown) => {
        forget(fetch);
        throw thrown;
      }),
    );
  };

  const start = async (fetch: Fetch, order: ReturnType<typeof downloadOrderOf>): Promise<void> => {
    fetch.token = (await call('drag-out.prepare', { bytes: fetch.bytes })).token;
    const options = await optionsWith('never');
    const wanted = { ...order, targetToken: fetch.token, serves: 'drag-out' as const, options };
    fetch.jobId = (await call('transfers.download', wanted)).jobId;
    reportFetching(fetch);
    followJob(fetch.jobId, (step, job) => {
      if (step === 'moving') {
        if (fetch.state === 'resting') reportFetching(fetch);
        fetch.state = 'moving';
        return;
      }
      fetch.dismiss();
      if (step !== 'resting') return end(fetch, job);
      fetch.state = 'resting';
      showToast(pausedMessage(fetch.what));
    });
  };

  const withoutBack: DraggingOut['withoutBack'] = async (dropped, prefix) => {
    const sources = await dropped;
    return sources.filter(({ draggedOut }) => draggedOut === undefined || cameFrom.current.get(draggedOut) !== prefix);
  };
  return { begin, withoutBack };
}

/** A blob that has changed since is a different row. A folder does not reveal changes below it: see `isOvertaken`. */
function stateOf(entry: ListingEntry): string {
  return entry.kind === 'blob' ? `${entry.name}\0${entry.item.etag}` : entry.name;
}

/**
 * Whether the fetched files may no longer match the folders: they were handed over already, or the folders were listed
 * again since. Only a walk through the folders would show it, and that is most of the cost of fetching them.
 */
function isOvertaken({ state, folders }: Fetch, now: readonly ListingEntry[]): boolean {
  if (state === 'out') return folders.length > 0;
  return state === 'ready' && folders.some((folder, index) => folder !== now[index]);
}
