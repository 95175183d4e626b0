// Moves along the time axis of Monitor's charts without a mouse: zoom in, zoom out, earlier, later, and back to now.
import { ChevronLeft, ChevronRight, Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { memo } from 'react';
import type { Sample } from '@shared/model/sample';
import { t } from '@shared/strings/t';
import type { Extent } from '@renderer/charts/result-extent';
import { panned, zoomed } from '@renderer/charts/zoom';
import { liveMetrics } from '@renderer/live/metrics';
import { useSharedStream } from '@renderer/live/shared-stream';
import { IconButton } from '@renderer/ui';
import { type MonitorState, useMonitor, windowMsOf, zoomOf } from './monitor-store';
import styles from './monitor-tab.module.css';

/** A chart of less shows nothing. */
export const minStretchMs = 1_000;
const step = 0.25;

/** The whole window up to `endMs`; a zoomed range stays reachable while the window moves on. */
function wholeUpTo(endMs: number, { window, filter }: Pick<MonitorState, 'window' | 'filter'>): Extent {
  const from = endMs - windowMsOf[window];
  const zoom = zoomOf(filter);
  return { from: Math.min(from, zoom?.from ?? from), to: Math.max(endMs, zoom?.to ?? endMs) };
}

function endOf(samples: readonly Sample[]): number {
  return samples.at(-1)?.atMs ?? 0;
}

/** Moves with the samples only while something else than the whole window is shown. */
export const ZoomControls = memo(function ZoomControls() {
  const monitor = useMonitor();
  const zoom = zoomOf(monitor.filter);
  const isWhole = zoom === null;
  const newestMs = useSharedStream(liveMetrics, ({ samples }) => (isWhole ? 0 : endOf(samples)));
  const whole = wholeUpTo(monitor.held === null ? newestMs : endOf(monitor.held), monitor);
  const shown = zoom ?? whole;
  const go = (next: Extent): void => {
    if (next.to - next.from >= minStretchMs) monitor.setFilter({ fromMs: next.from, toMs: next.to });
  };
  const zoomBy = (direction: 'in' | 'out'): void => {
    const now = wholeUpTo(endOf(monitor.held ?? liveMetrics.store.getState().samples), monitor);
    const next = zoomed(zoom ?? now, now, direction);
    if (next === null) monitor.setFilter({ fromMs: null, toMs: null });
    else go(next);
  };
  return (
    <div role="group" aria-label={t`Visible time range`} className={styles.zoom}>
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
        isDisabled={shown.to - shown.from < 2 * minStretchMs}
        icon={<ZoomIn size={14} aria-hidden />}
        onPress={() => zoomBy('in')}
      />
      <IconButton
        label={t`Zoom out`}
        size="small"
        isDisabled={isWhole}
        icon={<ZoomOut size={14} aria-hidden />}
        onPress={() => zoomBy('out')}
      />
      <IconButton
        label={t`Show whole time window`}
        size="small"
        isDisabled={isWhole}
        icon={<Maximize2 size={14} aria-hidden />}
        onPress={() => monitor.setFilter({ fromMs: null, toMs: null })}
      />
    </div>
  );
});
