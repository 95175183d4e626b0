// Text to the clipboard, and a word about it.
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { reasonOf, showToast } from '@renderer/ui';

/** `what`: after "Copied". */
export function copyText(text: string, what: string): void {
  call('clipboard.write', { text }).then(
    () => showToast({ tone: 'good', title: t`Copied ${what}`, topic: 'clipboard' }),
    (thrown: unknown) => showToast({ tone: 'bad', title: t`Could not copy`, text: reasonOf(thrown) }),
  );
}
