// A failure told by a toast: what happened, why, what to do, and with it what else helps.
import { StowageError } from '@shared/errors';
import { describeError, reasonOf } from './error-text';
import { showToast } from './toast';

/** `title`: what did not work, where the failure itself does not say it. */
export function showFailure(thrown: unknown, title?: string): void {
  const failure = StowageError.from(thrown);
  if (title !== undefined) {
    showToast({ tone: 'bad', title, text: reasonOf(failure), failure });
    return;
  }
  const message = describeError(failure);
  const text = [message.explanation, message.action].filter((part) => part !== '').join(' ');
  showToast({ tone: 'bad', title: message.title, text, failure });
}
