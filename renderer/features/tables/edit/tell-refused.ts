// Tells somebody who began to edit what cannot be written why nothing happens, with the way to unlock it where that is
// one; once at a time.
import { t } from '@shared/strings/t';
import { showToast } from '@renderer/ui';

let takeAway = (): void => undefined;

/** @param reason why it cannot be staged */
export function tellRefused(reason: string, wayOut: 'unlock' | 'none', onUnlock: () => void): void {
  takeAway();
  takeAway = showToast({
    tone: 'information',
    title: reason,
    ...(wayOut === 'unlock' ? { action: { label: t`Unlock for writing…`, onAction: onUnlock } } : {}),
  });
}
