// Dragging rows out to the desktop: what is dragged is fetched first, then handed over, at once when the button is
// still held, else with the next drag of the same rows.
import { type DragEvent, useEffect, useRef } from 'react';
import type { PickedSource } from '@shared/ipc/contract';
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { liveJobs } from '@renderer/live/jobs';
import { showToast } from '@renderer/ui';
import type { ListingEntry } from './listing';
import { whatIsSelected } from './selection-words';
import { type TransferPlace, downloadOrderOf, optionsWith } from './start-transfer';

interface Fetched {
  /** Which rows, as they were. */
  readonly key: string;
  readonly token: string;
  /** The folder of the container that shows the rows. */
  readonly prefix: string;
  readonly state: 'fetching' | 'ready';
}

export interface DraggingOut {
  readonly begin: (event: DragEvent, entries: readonly ListingEntry[]) => void;
  /** What was dropped into a folder; nothing where that is what was dragged from there: let go where it came from, it stays as it is. */
  readonly withoutBack: (dropped: Promise<readonly PickedSource[]>, prefix: string) => Promise<readonly PickedSource[]>;
}

/** `run` says a failure where the person is looking. */
export function useDragOut(place: TransferPlace, run: (work: Promise<unknown>) => void): DraggingOut {
  const fetched = useRef<Fetched | null>(null);
  const isHeld = useRef(false);
  const handOver = (token: string): void => run(call('drag-out.hand-over', { token }));

  useEffect(() => {
    const letGo = (): void => {
      isHeld.current = false;
    };
    window.addEventListener('pointerup', letGo, { capture: true });
    return () => window.removeEventListener('pointerup', letGo, { capture: true });
  }, []);

  const fetch = async (key: string, entries: readonly ListingEntry[]): Promise<void> => {
    const { token } = await call('drag-out.prepare', {});
    const options = await optionsWith('never');
    const { jobId } = await call('transfers.download', { ...downloadOrderOf(place, entries, token), options });
    const what = whatIsSelected(entries, place.prefix);
    const mine: Fetched = { key, token, prefix: place.prefix, state: 'fetching' };
    fetched.current = mine;
    const dismiss = showToast({
      tone: 'information',
      title: t`Fetching ${what}`,
      text: t`Keep holding it, or drag it again when it is here.`,
      action: { label: t`Cancel`, onAction: () => run(call('transfers.cancel', { jobId })) },
    });
    const end = await endOf(jobId);
    dismiss();
    // Other rows were dragged meanwhile.
    if (fetched.current !== mine) return;
    fetched.current = end === 'done' ? { ...mine, state: 'ready' } : null;
    if (end !== 'done') return;
    if (isHeld.current) handOver(token);
    else showToast({ tone: 'good', title: t`${what} can be dragged out`, text: t`It is fetched: drag it again.` });
  };

  const begin = (event: DragEvent, entries: readonly ListingEntry[]): void => {
    // The page's own drag would carry text; the system's starts once the files are there.
    event.preventDefault();
    if (entries.length === 0) return;
    isHeld.current = true;
    const { connectionId, container } = place;
    const key = JSON.stringify([connectionId, container, entries.map(stateOf)]);
    const known = fetched.current;
    if (known?.key !== key) run(fetch(key, entries));
    else if (known.state === 'ready') handOver(known.token);
  };
  const withoutBack: DraggingOut['withoutBack'] = async (dropped, prefix) => {
    const sources = await dropped;
    const known = fetched.current;
    return sources.filter(({ draggedOut }) => known?.prefix !== prefix || draggedOut !== known.token);
  };
  return { begin, withoutBack };
}

const ends: ReadonlySet<TransferJob['state']> = new Set(['done', 'failed', 'cancelled']);

/** How a job ended, once it has. */
function endOf(jobId: string): Promise<TransferJob['state']> {
  return new Promise((resolve) => {
    const release = liveJobs.retain();
    const look = (jobs: readonly TransferJob[]): void => {
      const job = jobs.find(({ id }) => id === jobId);
      if (!job || !ends.has(job.state)) return;
      stop();
      release();
      resolve(job.state);
    };
    const stop = liveJobs.store.subscribe(({ jobs }) => look(jobs));
    look(liveJobs.store.getState().jobs);
  });
}

/** A blob that has changed since is fetched again. */
function stateOf(entry: ListingEntry): string {
  return entry.kind === 'blob' ? `${entry.name}\0${entry.item.etag}` : entry.name;
}
