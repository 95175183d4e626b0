// The queue of transfers along the lower edge of the window, and the page of one transfer.
export { TransfersDock, type TransfersDockProps } from './transfers-dock';
export { TransferTab, type TransferTabProps } from './page/transfer-tab';
