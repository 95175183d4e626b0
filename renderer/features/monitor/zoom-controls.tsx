// Moves along the time of Monitor's charts without a mouse: nearer, farther, earlier, later, and back to now.
import { ChevronLeft, ChevronRight, Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { t } from '@shared/strings/t';
import type { Extent } from '@renderer/charts/result-extent';
import { panned, zoomed } from '@renderer/charts/zoom';
import { IconButton } from '@renderer/ui';
import { useMonitor, windowMsOf, zoomOf } from './monitor-store';
import styles from './monitor-tab.module.css';

/** A chart of less shows nothing. */
export const leastStretchMs = 1_000;
const step = 0.25;

export function ZoomControls({ endMs }: { readonly endMs: number }) {
  const { window, filter, setFilter } = useMonitor();
  const zoom = zoomOf(filter);
  const windowFrom = endMs - windowMsOf[window];
  // What was zoomed to stays reachable while the window goes on.
  const whole: Extent = {
    from: Math.min(windowFrom, zoom?.from ?? windowFrom),
    to: Math.max(endMs, zoom?.to ?? endMs),
  };
  const shown = zoom ?? whole;
  const go = (next: Extent | null): void => {
    if (next === null) setFilter({ fromMs: null, toMs: null });
    else if (next.to - next.from >= leastStretchMs) setFilter({ fromMs: next.from, toMs: next.to });
  };
  const isWhole = zoom === null;
  return (
    <div role="group" aria-label={t`Time shown`} className={styles.zoom}>
      <IconButton
        label={t`Earlier`}
        size="small"
        isDisabled={isWhole || shown.from <= whole.from}
        icon={<ChevronLeft size={14} aria-hidden />}
        onPress={() => go(panned(shown, whole, -step))}
      />
      <IconButton
        label={t`Later`}
        size="small"
        isDisabled={isWhole || shown.to >= whole.to}
        icon={<ChevronRight size={14} aria-hidden />}
        onPress={() => go(panned(shown, whole, step))}
      />
      <IconButton
        label={t`Zoom in`}
        size="small"
        isDisabled={shown.to - shown.from < 2 * leastStretchMs}
        icon={<ZoomIn size={14} aria-hidden />}
        onPress={() => go(zoomed(shown, whole, 'in'))}
      />
      <IconButton
        label={t`Zoom out`}
        size="small"
        isDisabled={isWhole}
        icon={<ZoomOut size={14} aria-hidden />}
        onPress={() => go(zoomed(shown, whole, 'out'))}
      />
      <IconButton
        label={t`Show the whole window`}
        size="small"
        isDisabled={isWhole}
        icon={<Maximize2 size={14} aria-hidden />}
        onPress={() => go(null)}
      />
    </div>
  );
}
