// Decides whether an ipc message came from the app's own page: the window's contents, its main frame, its address.
import { isAppAddress } from './app-address';
import { type FramedEvent, mainFrameAddress } from '../compat';

export interface SentEvent extends FramedEvent {
  readonly sender: { readonly id: number };
}

/** `trustedId` is the id of the window's contents; undefined while there is no window. */
export function isTrustedSender(event: SentEvent, trustedId: number | undefined): boolean {
  const address = mainFrameAddress(event);
  return event.sender.id === trustedId && address !== null && isAppAddress(address);
}
