// Live charts of what the engine measures.
import { lazyView } from '@renderer/ui';

export const MonitorTab = lazyView(() => import('./monitor-tab').then(({ MonitorTab }) => MonitorTab));
