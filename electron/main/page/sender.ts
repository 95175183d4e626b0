// Decides whether an ipc message came from the app's own page: from the main frame, at the app's address. Whether the
// contents are those of a window of ours is for the caller to know.
import { isAppAddress } from './app-address';
import { type FramedEvent, mainFrameAddress } from '../compat';

export function isFromOwnPage(event: FramedEvent): boolean {
  const address = mainFrameAddress(event);
  return address !== null && isAppAddress(address);
}
