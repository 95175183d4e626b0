// Experiments with their parameters, their runs and what they measured.
import { lazyView } from '@renderer/ui';

export { watchLabRuns } from './window-lab';

export const LabTab = lazyView(() => import('./lab-tab').then(({ LabTab }) => LabTab));
