// The engine's current activity, polled every second while it is shown live.
import { useEffect } from 'react';
import type { MonitorState } from '@shared/model/monitor-state';
import { useCall } from '@renderer/bridge';

const everyMs = 1_000;

/** @param flow `held`: the last answer stays. Undefined before the first one. */
export function useMonitorState(flow: 'live' | 'held'): MonitorState | undefined {
  const { data, reload } = useCall('monitor.standing', {});
  useEffect(() => {
    if (flow === 'held') return;
    const timer = setInterval(reload, everyMs);
    return () => clearInterval(timer);
  }, [flow, reload]);
  return data;
}
