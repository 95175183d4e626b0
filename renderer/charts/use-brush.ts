// Selecting a range of a chart with the mouse, from press to release; a click chooses a single position.
import { useState } from 'react';
import type { Extent } from './result-extent';

interface Pointed {
  /** The position of the data under the pointer, on the x axis. */
  readonly activeLabel?: string | number | undefined;
}

export interface Brush {
  /** While the mouse is down and has moved. */
  readonly drawn: Extent | null;
  readonly handlers: {
    readonly onMouseDown: (at: Pointed) => void;
    readonly onMouseMove: (at: Pointed) => void;
    readonly onMouseUp: () => void;
    readonly onMouseLeave: () => void;
  };
}

export interface BrushParts {
  /** `from` before `to`. */
  readonly onSelect: (extent: Extent) => void;
  /** Went down and up at the same position. */
  readonly onChoose?: ((x: number) => void) | undefined;
}

export function useBrush({ onSelect, onChoose }: BrushParts): Brush {
  const [drawn, setDrawn] = useState<Extent | null>(null);
  return {
    drawn: drawn === null || drawn.from === drawn.to ? null : drawn,
    handlers: {
      onMouseDown: ({ activeLabel }) => {
        const at = Number(activeLabel);
        if (Number.isFinite(at)) setDrawn({ from: at, to: at });
      },
      onMouseMove: ({ activeLabel }) => {
        const at = Number(activeLabel);
        if (drawn !== null && Number.isFinite(at) && at !== drawn.to) setDrawn({ ...drawn, to: at });
      },
      onMouseUp: () => {
        setDrawn(null);
        if (drawn === null) return;
        if (drawn.from === drawn.to) onChoose?.(drawn.from);
        else onSelect({ from: Math.min(drawn.from, drawn.to), to: Math.max(drawn.from, drawn.to) });
      },
      onMouseLeave: () => setDrawn(null),
    },
  };
}
