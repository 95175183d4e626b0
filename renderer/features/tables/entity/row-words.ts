// A row as people name it in a sentence.
import type { EntityKeys } from '@shared/model/edit';
import { t } from '@shared/strings/t';

/** `movies / A1`. */
export function rowWords({ partitionKey, rowKey }: EntityKeys): string {
  return `${partitionKey === '' ? t`(empty)` : partitionKey} / ${rowKey === '' ? t`(empty)` : rowKey}`;
}
