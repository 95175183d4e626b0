// The queue of transfers along the lower edge of the window.
export { TransfersDock, type TransfersDockProps } from './transfers-dock';
