// The engine's current activity, polled every second while it is shown live.
import { useEffect } from 'react';
import type { MonitorStanding } from '@shared/model/monitor-standing';
import { useCall } from '@renderer/bridge';

const everyMs = 1_000;

/** @param flow `held`: the last answer stays. Undefined before the first one. */
export function useStanding(flow: 'live' | 'held'): MonitorStanding | undefined {
  const { data, reload } = useCall('monitor.standing', {});
  useEffect(() => {
    if (flow === 'held') return;
    const timer = setInterval(reload, everyMs);
    return () => clearInterval(timer);
  }, [flow, reload]);
  return data;
}
