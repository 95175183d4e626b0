// Pressing or dragging a column header: where the column would go while it is dragged, and moving it at the end.
import { type PointerEvent, useRef, useState } from 'react';
import { isFromRight } from '@renderer/ui';
import type { ColumnLayout } from './column-layout';

export interface HeaderActions {
  readonly press: (columnId: string) => void;
  readonly move: (columnId: string, beforeId: string | undefined) => void;
}

export interface ColumnDrag {
  /** Index of the column that the dragged one would come before, to be painted; undefined while nothing is dragged. */
  readonly dropBefore: number | undefined;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>, at: number) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: () => void;
  readonly onPointerCancel: () => void;
  readonly onContextMenu: () => void;
}

interface HeldHeader {
  readonly at: number;
  readonly fromX: number;
  /** When the pointer went down, as a `timeStamp` of events. */
  readonly atMs: number;
  /** The column that it is dragged before; undefined while it is only pressed. */
  before: number | undefined;
}

/** Pointer movement that is still a click. */
const clickPx = 5;
/** A finger that rests for longer asks for the menu. */
const longPressMs = 500;
const primaryButton = 1;

export function useColumnDrag(layout: ColumnLayout, { press, move }: HeaderActions): ColumnDrag {
  // What is held decides, not what is painted: the release may come before the last move is drawn.
  const held = useRef<HeldHeader | undefined>(undefined);
  const [dropBefore, setDropBefore] = useState<number | undefined>();
  const end = (): void => {
    held.current = undefined;
    setDropBefore(undefined);
  };
  return {
    dropBefore,
    onPointerDown(event, at) {
      // With Ctrl held it opens the menu on a Mac.
      const isPress = event.button === 0 && !event.ctrlKey;
      held.current = isPress ? { at, fromX: event.clientX, atMs: event.timeStamp, before: undefined } : undefined;
    },
    onPointerMove(event) {
      const header = held.current;
      if (header === undefined) return;
      if ((event.buttons & primaryButton) === 0) {
        end();
        return;
      }
      if (header.before === undefined && Math.abs(event.clientX - header.fromX) < clickPx) return;
      header.before = dropIndex(event.currentTarget, event.clientX, header.at, layout);
      event.currentTarget.setPointerCapture(event.pointerId);
      setDropBefore(header.before);
    },
    onPointerUp(event) {
      const header = held.current;
      end();
      const column = header === undefined ? undefined : layout.columns[header.at];
      if (header === undefined || column === undefined) return;
      if (header.before === undefined) {
        if (isClick(event, header)) press(column.id);
      } else if (header.before !== header.at) move(column.id, layout.columns[header.before]?.id);
    },
    // What is dragged holds the pointer; what is only pressed has been left.
    onPointerLeave() {
      if (held.current?.before === undefined) end();
    },
    onPointerCancel: end,
    onContextMenu: end,
  };
}

/** Whether it was let go where it was pressed; a mouse may take its time, a finger may not. */
function isClick({ target, pointerType, timeStamp }: PointerEvent<HTMLElement>, { at, atMs }: HeldHeader): boolean {
  if (!(target instanceof Element) || target.closest('button') !== null) return false;
  if (pointerType !== 'mouse' && timeStamp - atMs > longPressMs) return false;
  return target.closest<HTMLElement>('[data-header]')?.dataset.header === String(at);
}

/** The header whose nearer half the pointer is over says the place; pinned columns stay among themselves. */
function dropIndex(row: HTMLElement, clientX: number, from: number, layout: ColumnLayout): number {
  const pinned = layout.columns[from]?.pinned;
  let index = from;
  for (const header of row.querySelectorAll<HTMLElement>('[data-header]')) {
    const at = Number(header.dataset.header);
    if (layout.columns[at]?.pinned !== pinned) continue;
    const { left, right, width } = header.getBoundingClientRect();
    if (clientX >= left && clientX < right) index = clientX < left + width / 2 === isFromRight(row) ? at + 1 : at;
  }
  return index;
}
