// Live charts of what the engine measures, and the newest sample for bars elsewhere.
import { lazyView } from '@renderer/ui';

export { type LiveSample, useLiveSample } from '@renderer/live/metrics';

export const MonitorTab = lazyView(() => import('./monitor-tab').then(({ MonitorTab }) => MonitorTab));
