// The order of the jobs that wait, changed in the list itself: a row is dragged to another place, or moved by the
// keyboard from where it has the focus.
import { type DragEvent, type HTMLAttributes, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { call } from '@renderer/bridge';
import { type WaitingOrder, sayFailure } from './job-actions';

/** Our own kind, so that nothing else in the window takes a job for a file or a text. */
const kind = 'application/x-stowage-job';

export type RowPlace = 'before' | 'after';

export interface WaitingRow extends Pick<
  HTMLAttributes<HTMLElement>,
  'draggable' | 'onDragStart' | 'onDragEnd' | 'onDragOver' | 'onDragLeave' | 'onDrop' | 'onKeyDown'
> {
  /** On which side of the row the one that is dragged would come to stand. */
  readonly 'data-drop'?: RowPlace;
}

interface Dragged {
  readonly jobId: string;
  readonly over: { readonly jobId: string; readonly place: RowPlace } | null;
}

/** For the row of each job; nothing for one that does not wait. */
export function useWaitingOrder(waiting: WaitingOrder): (jobId: string) => WaitingRow {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  // A key that is held asks faster than the list answers: each step goes from where the last one leads. Oldest first.
  const foreseen = useRef<readonly WaitingOrder[]>([waiting]);
  useEffect(() => {
    if (isSame(foreseen.current.at(-1), waiting)) foreseen.current = [waiting];
  }, [waiting]);
  const orderNow = (): WaitingOrder => {
    // Somebody else has changed it.
    if (!foreseen.current.some((order) => isSame(order, waiting))) foreseen.current = [waiting];
    return foreseen.current.at(-1) ?? waiting;
  };
  const put = (jobId: string, before: string | null | undefined): void => {
    if (before === undefined) return;
    const others = orderNow().filter((id) => id !== jobId);
    const at = before === null ? others.length : others.indexOf(before);
    foreseen.current = [...foreseen.current, [...others.slice(0, at), jobId, ...others.slice(at)]];
    call('transfers.reorder', { jobId, before }).catch(sayFailure);
  };

  return (jobId) => {
    if (!waiting.includes(jobId)) return {};
    const over = dragged?.over?.jobId === jobId ? dragged.over.place : null;
    return {
      draggable: waiting.length > 1,
      ...(over === null ? {} : { 'data-drop': over }),
      onDragStart: ({ dataTransfer }) => {
        dataTransfer.setData(kind, jobId);
        dataTransfer.effectAllowed = 'move';
        setDragged({ jobId, over: null });
      },
      onDragEnd: () => setDragged(null),
      onDragOver: (event) => {
        if (dragged === null || !event.dataTransfer.types.includes(kind)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        const place = placeIn(event);
        const next = jobId === dragged.jobId ? null : { jobId, place };
        if (next?.jobId !== dragged.over?.jobId || next?.place !== dragged.over?.place) {
          setDragged({ ...dragged, over: next });
        }
      },
      onDragLeave: (event) => {
        if (over !== null && !event.currentTarget.contains(event.relatedTarget as Node | null)) {
          setDragged((now) => now && { ...now, over: null });
        }
      },
      onDrop: (event) => {
        if (dragged === null || !event.dataTransfer.types.includes(kind)) return;
        event.preventDefault();
        setDragged(null);
        put(dragged.jobId, beforeWhom(orderNow(), dragged.jobId, { jobId, place: placeIn(event) }));
      },
      onKeyDown: (event) => {
        const step = stepOf(event);
        if (step === undefined) return;
        event.preventDefault();
        const order = orderNow();
        put(jobId, step(order, order.indexOf(jobId)));
      },
    };
  };
}

/** Before which job it comes when it is let go there; null is the end, undefined where it stands already. Pure. */
export function beforeWhom(
  waiting: WaitingOrder,
  jobId: string,
  over: { readonly jobId: string; readonly place: RowPlace },
): string | null | undefined {
  const others = waiting.filter((id) => id !== jobId);
  const at = others.indexOf(over.jobId) + (over.place === 'after' ? 1 : 0);
  if (over.jobId === jobId || at === waiting.indexOf(jobId)) return undefined;
  return others[at] ?? null;
}

type Step = (order: WaitingOrder, at: number) => string | null | undefined;

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: (order, at) => order[at - 1],
  ArrowDown: (order, at) => (at === order.length - 1 ? undefined : (order[at + 2] ?? null)),
  Home: (order, at) => (at === 0 ? undefined : order[0]),
  End: (order, at) => (at === order.length - 1 ? undefined : null),
};

function stepOf({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): Step | undefined {
  return altKey && !ctrlKey && !metaKey && !shiftKey ? steps[key] : undefined;
}

function isSame(order: WaitingOrder | undefined, other: WaitingOrder): boolean {
  return order !== undefined && order.length === other.length && order.every((id, index) => id === other[index]);
}

function placeIn({ clientY, currentTarget }: DragEvent): RowPlace {
  const { top, height } = currentTarget.getBoundingClientRect();
  return clientY < top + height / 2 ? 'before' : 'after';
}
