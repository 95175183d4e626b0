// A column header under the pointer: pressed, or dragged to another place; where it would go while it is dragged, and
// the move at the end.
import { type PointerEvent, useRef, useState } from 'react';
import { isFromRight } from '@renderer/ui';
import type { ColumnLayout } from '../columns/column-layout';

export interface HeaderActs {
  readonly press: (columnId: string) => void;
  readonly move: (columnId: string, beforeId: string | undefined) => void;
}

export interface ColumnDrag {
  /** Index of the column that the dragged one would come before; undefined while nothing is dragged. */
  readonly dropBefore: number | undefined;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>, at: number) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

/** Pointer movement that is still a click. */
const clickPx = 5;

export function useColumnDrag(layout: ColumnLayout, { press, move }: HeaderActs): ColumnDrag {
  const drag = useRef<{ readonly at: number; readonly fromX: number } | undefined>(undefined);
  const [dropBefore, setDropBefore] = useState<number | undefined>();
  const end = (): void => {
    drag.current = undefined;
    setDropBefore(undefined);
  };
  return {
    dropBefore,
    onPointerDown(event, at) {
      // With Ctrl held it opens the menu on a Mac.
      if (event.button === 0 && !event.ctrlKey) drag.current = { at, fromX: event.clientX };
    },
    onPointerMove(event) {
      const held = drag.current;
      if (held === undefined) return;
      if (dropBefore === undefined && Math.abs(event.clientX - held.fromX) < clickPx) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDropBefore(dropPlace(event.currentTarget, event.clientX, held.at, layout));
    },
    onPointerUp() {
      const held = drag.current;
      const column = held === undefined ? undefined : layout.columns[held.at];
      if (held !== undefined && column !== undefined) {
        if (dropBefore === undefined) press(column.id);
        else if (dropBefore !== held.at) move(column.id, layout.columns[dropBefore]?.id);
      }
      end();
    },
    onPointerCancel: end,
  };
}

/** The header whose nearer half the pointer is over says the place; pinned columns stay among themselves. */
function dropPlace(row: HTMLElement, clientX: number, from: number, layout: ColumnLayout): number {
  const pinned = layout.columns[from]?.pinned;
  let place = from;
  for (const header of row.querySelectorAll<HTMLElement>('[data-header]')) {
    const at = Number(header.dataset.header);
    if (layout.columns[at]?.pinned !== pinned) continue;
    const { left, right, width } = header.getBoundingClientRect();
    if (clientX >= left && clientX < right) place = clientX < left + width / 2 === isFromRight(row) ? at + 1 : at;
  }
  return place;
}
