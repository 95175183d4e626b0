// The queue of transfers along the lower edge of the window, and the page of one transfer.
import { lazyView } from '@renderer/ui';

export { TransfersDock, type TransfersDockProps } from './transfers-dock';
export type { TransferTabProps } from './page/transfer-tab';

export const TransferTab = lazyView(() => import('./page/transfer-tab').then(({ TransferTab }) => TransferTab));
