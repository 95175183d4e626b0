// Live charts of what the engine measures; their code is fetched when they are first shown.
import { lazyView } from '@renderer/ui';

export const MonitorTab = lazyView(() => import('./monitor-tab').then(({ MonitorTab }) => MonitorTab));
