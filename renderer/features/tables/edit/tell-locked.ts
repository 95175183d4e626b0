// Tells somebody who began to edit a locked table why nothing happens, with the way to unlock it; once at a time.
import { t } from '@shared/strings/t';
import { showToast } from '@renderer/ui';

let takeAway = (): void => undefined;

/** @param reason why nothing can be staged */
export function tellLocked(reason: string, onUnlock: () => void): void {
  takeAway();
  takeAway = showToast({
    tone: 'information',
    title: reason,
    action: { label: t`Unlock for writing…`, onAction: onUnlock },
  });
}
