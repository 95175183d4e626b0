// What a cell held before its staged change, in words.
import type { EdmValue } from '@shared/model/entity';
import { t } from '@shared/strings/t';
import { visibleLines } from '@shared/visible-text';
import { type Display, exactText, formatCell } from '../result/value-format';

const longest = 200;

/** Undefined where nothing is staged for it; `before` is null where it was absent. */
export function beforeText(before: EdmValue | null | undefined, display: Display): string | undefined {
  if (before === undefined) return undefined;
  if (before === null) return t`was absent`;
  // A moment in the form of the cell, so that the two can be compared; of bytes the cell shows only the first.
  const text = before.type === 'Edm.DateTime' ? formatCell(before, display).text : exactText(before);
  if (text === '') return t`was empty`;
  return t`was ${visibleLines(text.length > longest ? `${text.slice(0, longest)}…` : text)}`;
}
