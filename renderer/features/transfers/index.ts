// The queue of transfers along the lower edge of the window, and the page of one transfer.
import { lazyView } from '@renderer/ui';

export { actionsOnAll } from './actions-on-all';
export { kindLabels } from './kind-labels';
export { TransfersDock } from './transfers-dock';

export const TransferTab = lazyView(() => import('./page/transfer-tab').then(({ TransferTab }) => TransferTab));
