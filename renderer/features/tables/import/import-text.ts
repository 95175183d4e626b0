// The texts of an import's settings in one place: the name of each choice and its effect. Pure.
import type { EdmType } from '@shared/model/entity';
import type { CheckedColumn, ImportFormat, ImportMode, ImportReading, TextEncoding } from '@shared/model/table-import';
import { encodings } from '@shared/preview/charsets';
import { t } from '@shared/strings/t';
import type { Option } from '@renderer/ui';
import type { ChangingOption } from '../result/changing-options';

export const formatOptions: readonly Option<ImportFormat>[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'tsv', label: t`TSV` },
  { value: 'json', label: 'JSON', description: t`An array of objects` },
  { value: 'jsonl', label: 'JSON Lines', description: t`One object a line` },
  { value: 'parquet', label: 'Parquet' },
];

export const encodingOptions: readonly Option<TextEncoding>[] = encodings;

const namedDelimiters: readonly Option[] = [
  { value: ',', label: t`Comma` },
  { value: ';', label: t`Semicolon` },
  { value: '\t', label: t`Tab` },
  { value: '|', label: t`Vertical bar` },
  { value: ' ', label: t`Space` },
  { value: ':', label: t`Colon` },
  { value: '^', label: t`Caret` },
  { value: '~', label: t`Tilde` },
];

/** The usual ones, and the one in use where it is another. */
export function delimiterOptions(used: string): readonly Option[] {
  return used === '' || namedDelimiters.some(({ value }) => value === used)
    ? namedDelimiters
    : [...namedDelimiters, { value: used, label: used }];
}

export const headerOptions: readonly Option<NonNullable<ImportReading['header']>>[] = [
  { value: 'first-row', label: t`Column names` },
  { value: 'none', label: t`Data` },
];

export const modeOptions: readonly ChangingOption<ImportMode>[] = [
  { value: 'insert', label: t`Refused`, description: t`Insert: only rows that are not there yet are written` },
  {
    value: 'upsert-merge',
    label: t`Merged`,
    description: t`Insert or merge: they keep the properties that are not in the input`,
    changes: true,
  },
  {
    value: 'upsert-replace',
    label: t`Replaced`,
    description: t`Insert or replace: nothing of them stays`,
    changes: true,
  },
];

/** The type without its `Edm.`. */
export function typeLabel(type: EdmType): string {
  return type.slice('Edm.'.length);
}

/** What a column becomes when nobody says otherwise. */
export function ownTypeLabels(
  column: Pick<CheckedColumn, 'type' | 'typeFrom'> | null,
  declared: EdmType | null,
): string {
  if (declared !== null) return t`${typeLabel(declared)}, by the header`;
  if (column === null || column.typeFrom === 'setting') return t`By its values`;
  return t`${typeLabel(column.type)}, by its values`;
}
