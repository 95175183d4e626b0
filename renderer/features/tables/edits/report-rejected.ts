// Explains to a person who starts to edit something read-only why nothing happens, and how to unlock it if possible;
// once at a time.
import { t } from '@shared/strings/t';
import { showToast } from '@renderer/ui';

let takeAway = (): void => undefined;

/** @param reason why it cannot be staged */
export function reportRejected(reason: string, wayOut: 'unlock' | 'none', onUnlock: () => void): void {
  takeAway();
  takeAway = showToast({
    tone: 'information',
    title: reason,
    ...(wayOut === 'unlock' ? { action: { label: t`Unlock for writing…`, onAction: onUnlock } } : {}),
  });
}
