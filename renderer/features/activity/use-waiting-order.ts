// Reorders waiting jobs in the list itself: by dragging a row, or by keyboard from the focused row.
import { type DragEvent, type HTMLAttributes, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { call } from '@renderer/bridge';
import { reportFailure } from '@renderer/jobs/table-job-actions';
import type { WaitingOrder } from './job-actions';

/** Our own kind, so that nothing else in the window takes a job for a file or a text. */
const kind = 'application/x-stowage-job';

export type RowPosition = 'before' | 'after';

export interface WaitingRow extends Pick<
  HTMLAttributes<HTMLElement>,
  'draggable' | 'onDragStart' | 'onDragEnd' | 'onDragOver' | 'onDragLeave' | 'onDrop' | 'onKeyDown'
> {
  /** On which side of the row the dragged one would be dropped. */
  readonly 'data-drop'?: RowPosition;
}

/** The new position of a job: the first is 1. */
export interface Landed {
  readonly jobId: string;
  readonly position: number;
  readonly of: number;
}

export interface OrderInHand {
  /** For the row of each job; nothing for one that does not wait. */
  readonly rowOf: (jobId: string) => WaitingRow;
  /** The row moved last. It has to stay at its position in the document: it has the focus. */
  readonly movedId: string | null;
  /** The last move that the queue has made. */
  readonly landed: Landed | null;
}

interface Dragged {
  readonly jobId: string;
  readonly over: { readonly jobId: string; readonly position: RowPosition } | null;
}

export function useWaitingOrder(waiting: WaitingOrder): OrderInHand {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  // The job started while it was dragged: it has no queue position any more, and its row receives no end event.
  if (dragged !== null && !waiting.includes(dragged.jobId)) setDragged(null);
  const [movedId, setMovedId] = useState<string | null>(null);
  const [landed, setLanded] = useState<Landed | null>(null);
  const movedRow = useRef<HTMLElement | null>(null);
  // A held key repeats faster than the list updates: each step starts from the target of the previous one. Oldest
  // first.
  const foreseen = useRef<readonly WaitingOrder[]>([waiting]);
  useEffect(() => {
    const at = foreseen.current.findIndex((order) => isSame(order, waiting));
    if (at === foreseen.current.length - 1) foreseen.current = [waiting];
    if (at < 1 || movedId === null) return;
    setLanded({ jobId: movedId, position: waiting.indexOf(movedId) + 1, of: waiting.length });
    movedRow.current?.scrollIntoView?.({ block: 'nearest' });
  }, [waiting, movedId]);
  const orderNow = (): WaitingOrder => {
    // Another window has changed the order.
    if (!foreseen.current.some((order) => isSame(order, waiting))) foreseen.current = [waiting];
    return foreseen.current.at(-1) ?? waiting;
  };
  const put = (jobId: string, row: HTMLElement | null, before: string | null | undefined): void => {
    if (before === undefined) return;
    setMovedId(jobId);
    movedRow.current = row;
    const others = orderNow().filter((id) => id !== jobId);
    const at = before === null ? others.length : others.indexOf(before);
    foreseen.current = [...foreseen.current, [...others.slice(0, at), jobId, ...others.slice(at)]];
    call('jobs.reorder', { jobId, before }).catch((thrown: unknown) => {
      foreseen.current = [];
      reportFailure(thrown);
    });
  };

  const rowOf = (jobId: string): WaitingRow => {
    if (!waiting.includes(jobId)) return {};
    const over = dragged?.over?.jobId === jobId ? dragged.over.position : null;
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
        const position = positionIn(event);
        const next = jobId === dragged.jobId ? null : { jobId, position };
        if (next?.jobId !== dragged.over?.jobId || next?.position !== dragged.over?.position) {
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
        put(dragged.jobId, null, beforeWhom(orderNow(), dragged.jobId, { jobId, position: positionIn(event) }));
      },
      onKeyDown: (event) => {
        const step = stepOf(event);
        // Elements rendered elsewhere, such as a menu of the row, also send their keys here.
        const isOwn = event.currentTarget.contains(event.target as Node);
        if (step === undefined || !isOwn || event.defaultPrevented) return;
        event.preventDefault();
        const order = orderNow();
        put(jobId, event.currentTarget, step(order, order.indexOf(jobId)));
      },
    };
  };
  return { rowOf, movedId, landed };
}

/**
 * The job before which it would be inserted when dropped there; null is the end, undefined if that is its current
 * position. Pure.
 */
export function beforeWhom(
  waiting: WaitingOrder,
  jobId: string,
  over: { readonly jobId: string; readonly position: RowPosition },
): string | null | undefined {
  const others = waiting.filter((id) => id !== jobId);
  const at = others.indexOf(over.jobId) + (over.position === 'after' ? 1 : 0);
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

/** What moves a row from where it has the focus, as `aria-keyshortcuts` has it. */
export const moveKeys = Object.keys(steps)
  .map((key) => `Alt+${key}`)
  .join(' ');

function stepOf({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): Step | undefined {
  return altKey && !ctrlKey && !metaKey && !shiftKey ? steps[key] : undefined;
}

function isSame(order: WaitingOrder | undefined, other: WaitingOrder): boolean {
  return order !== undefined && order.length === other.length && order.every((id, index) => id === other[index]);
}

function positionIn({ clientY, currentTarget }: DragEvent): RowPosition {
  const { top, height } = currentTarget.getBoundingClientRect();
  return clientY < top + height / 2 ? 'before' : 'after';
}
