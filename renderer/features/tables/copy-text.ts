// Text to the clipboard, and a word about it.
import { call } from '@renderer/bridge';
import { showToast } from '@renderer/ui';
import { StowageError } from '@shared/errors';

/** `what`: after "Copied". */
export function copyText(text: string, what: string): void {
  call('clipboard.write', { text }).then(
    () => showToast({ tone: 'good', title: `Copied ${what}` }),
    (thrown: unknown) => showToast({ tone: 'bad', title: 'Could not copy', text: StowageError.from(thrown).message }),
  );
}
