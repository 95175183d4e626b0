// Names a row in a sentence.
import type { EntityKeys } from '@shared/model/edit';
import { t } from '@shared/strings/t';
import { keyText } from './value-format';

/** `movies / A1`. */
export function rowLabel({ partitionKey, rowKey }: EntityKeys): string {
  return `${partitionKey === '' ? t`(empty)` : keyText(partitionKey)} / ${rowKey === '' ? t`(empty)` : keyText(rowKey)}`;
}
