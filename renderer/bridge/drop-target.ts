// Files dragged over a whole view: whether there are any, and what happens when they are dropped. Draws nothing.
import { type DragEvent, useState } from 'react';
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

  const hover = (event: DragEvent): void => {
    if (!carriesFiles(event.dataTransfer) || !isWithin(event)) return;
    event.preventDefault();
    setIsOver(true);
    setPart(partOf(event.target));
    event.dataTransfer.dropEffect = accepts === 'files' ? 'copy' : 'none';
  };

  return {
    isOver,
    part,
    handlers: {
      onDragEnter: hover,
      onDragOver: hover,
      // Reads the event's target instead of counting enter and leave events: the element below may be removed, and then
      // no leave event is dispatched.
      onDragLeave: ({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
      },
      onDrop: (event) => {
        if (!carriesFiles(event.dataTransfer) || !isWithin(event)) return;
        const taken = event.defaultPrevented;
        event.preventDefault();
        setIsOver(false);
        // The window may have handled the drop before the view receives it.
        if (taken) return;
        if (accepts === 'files') onDrop(event.dataTransfer, partOf(event.target));
      },
    },
  };
}

/** Elements above the view, such as its dialog, also send their events to the view. */
function isWithin({ currentTarget, target }: DragEvent): boolean {
  return target instanceof Node && currentTarget.contains(target);
}
