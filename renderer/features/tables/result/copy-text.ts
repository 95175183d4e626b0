// Copies text to the clipboard, with a confirmation.
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { showFailure, showToast } from '@renderer/ui';

/** `what`: after "Copied". */
export function copyText(text: string, what: string): void {
  call('clipboard.write', { text }).then(
    () => showToast({ tone: 'good', title: t`Copied ${what}`, topic: 'clipboard' }),
    (thrown: unknown) => showFailure(thrown, t`Could not copy`),
  );
}
