// The lab: experiments with their parameters, runs and results.
import { lazyView } from '@renderer/ui';

export { watchLabRuns } from './window-lab';

export const LabTab = lazyView(() => import('./lab-tab').then(({ LabTab }) => LabTab));
