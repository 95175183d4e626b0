// Copies cells of the grid to the clipboard, with a confirmation that says if they are only part of the result.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { call } from '@renderer/bridge';
import { showFailure, showToast } from '@renderer/ui';
import { type CopyForm, type CopySource, copiedText } from './copy-rows';
import type { Selection } from './selection';

/** @param isPart of these many copied rows, whether the result has more than is loaded */
export function copyCells(
  form: CopyForm,
  selection: Selection,
  source: CopySource,
  isPart: (rows: number) => boolean,
): void {
  copiedText(form, selection, source)
    .then(async ({ text, rows, columns }) => {
      await call('clipboard.write', { text });
      showToast({
        tone: 'good',
        title: t`Copied ${copiedRangeText(rows, columns)}`,
        ...(isPart(rows) ? { text: t`All that is loaded; the result has more.` } : {}),
        topic: 'clipboard',
      });
    })
    .catch((thrown: unknown) => {
      const title = t`Could not copy`;
      if (thrown instanceof RangeError) showToast({ tone: 'bad', title, text: thrown.message });
      else showFailure(thrown, title);
    });
}

function copiedRangeText(rows: number, columns: number): string {
  if (rows === 1 && columns === 1) return t`one cell`;
  const of = plural(columns)`one column | ${formatCount(columns)} columns`;
  return t`${counted(rows, 'row')} of ${of}`;
}
