// Files dragged over a whole view: whether any are, and what to do when they are let go. No pictures here.
import { type DragEvent, useRef, useState } from 'react';
import { carriesFiles } from './drop';

export interface DropTarget {
  /** True while files from outside the window are over the view. */
  readonly isOver: boolean;
  /** The part of the view that they are over, as `partOf` names it; empty for the view itself. */
  readonly part: string;
  /** Spread these on the view's root element. */
  readonly handlers: {
    readonly onDragEnter: (event: DragEvent) => void;
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

const noParts = (): string => '';

/** `onDrop` must take the files before it waits for anything: the browser empties the transfer afterwards. */
export function useDropTarget(
  accepts: 'files' | 'nothing',
  onDrop: (transfer: DataTransfer, part: string) => void,
  partOf: (target: EventTarget) => string = noParts,
): DropTarget {
  const [isOver, setIsOver] = useState(false);
  const [part, setPart] = useState('');
  const depth = useRef(0);

  const settle = (next: number): void => {
    depth.current = Math.max(0, next);
    setIsOver(depth.current > 0);
  };

  return {
    isOver,
    part,
    handlers: {
      onDragEnter: (event) => {
        if (!carriesFiles(event.dataTransfer)) return;
        event.preventDefault();
        settle(depth.current + 1);
      },
      onDragOver: (event) => {
        if (!carriesFiles(event.dataTransfer)) return;
        event.preventDefault();
        setPart(partOf(event.target));
        event.dataTransfer.dropEffect = accepts === 'files' ? 'copy' : 'none';
      },
      onDragLeave: (event) => {
        if (carriesFiles(event.dataTransfer)) settle(depth.current - 1);
      },
      onDrop: (event) => {
        if (!carriesFiles(event.dataTransfer)) return;
        const taken = event.defaultPrevented;
        event.preventDefault();
        settle(0);
        // What the window took for itself before the view heard of it is not the view's.
        if (taken) return;
        if (accepts === 'files') onDrop(event.dataTransfer, partOf(event.target));
      },
    },
  };
}
