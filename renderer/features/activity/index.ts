// The list of all jobs along the lower edge of the window, its count in the status bar, and the page of one job.
import { lazyView } from '@renderer/ui';

export { ActivityDock } from './activity-dock';
export { ActivityStatus } from './activity-status';
export { actionsOnAll } from './actions-on-all';
export { doneMessage } from './announcements';

export const JobTab = lazyView(() => import('./page/job-tab').then(({ JobTab }) => JobTab));
