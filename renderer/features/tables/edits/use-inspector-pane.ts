// Whether the inspector is shown, its width and view: remembered in a wide window, temporary in a narrow one.
import { useRememberedSize } from '@renderer/ui';
import { type RefObject, useState } from 'react';
import { useRememberedChoice } from '../result/remembered';
import { useIsNarrow } from '../result/use-is-narrow';
import type { InspectorView } from './entity-view';

export interface InspectorPane {
  readonly isShown: boolean;
  readonly widthPx: number;
  readonly resize: (widthPx: number) => void;
  readonly view: InspectorView;
  readonly setView: (view: InspectorView) => void;
  readonly open: () => void;
  readonly close: () => void;
}

export const inspectorBounds = { initial: 320, min: 240, max: 640 };
/** Below this width the inspector opens only on request. */
const narrowPx = 720;

/** `within`: the element whose width decides. */
export function useInspectorPane(within: RefObject<HTMLElement | null>): InspectorPane {
  const [inspector, setInspector] = useRememberedChoice('table-inspector', ['open', 'closed'], 'open');
  const [widthPx, resize] = useRememberedSize('table-inspector', inspectorBounds);
  const [view, setView] = useState<InspectorView>('typed');
  const [openedNarrow, setOpenedNarrow] = useState(false);
  const isNarrow = useIsNarrow(within, narrowPx);
  return {
    isShown: inspector === 'open' && (!isNarrow || openedNarrow),
    widthPx,
    resize,
    view,
    setView,
    open: () => {
      setInspector('open');
      setOpenedNarrow(true);
    },
    close: () => {
      // In a narrow window closing is not remembered; the choice for a wide window stays.
      if (isNarrow) setOpenedNarrow(false);
      else setInspector('closed');
    },
  };
}
