// The words of an import's settings, in one place: what each choice is called and what it does. Pure.
import type { EdmType } from '@shared/model/entity';
import type { CheckedColumn, ImportFormat, ImportMode, ImportReading, TextEncoding } from '@shared/model/table-import';
import type { Option } from '@renderer/ui';

export const formatOptions: readonly Option<ImportFormat>[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'tsv', label: 'TSV' },
  { value: 'json', label: 'JSON', description: 'An array of objects' },
  { value: 'jsonl', label: 'JSON Lines', description: 'One object a line' },
];

export const encodingOptions: readonly Option<TextEncoding>[] = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'utf-16le', label: 'UTF-16' },
  { value: 'utf-16be', label: 'UTF-16, big-endian' },
  { value: 'windows-1252', label: 'Windows-1252', description: 'Western Europe' },
];

const namedDelimiters: readonly Option[] = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Vertical bar' },
  { value: ' ', label: 'Space' },
  { value: ':', label: 'Colon' },
  { value: '^', label: 'Caret' },
  { value: '~', label: 'Tilde' },
];

/** The usual ones, and the one in use where it is another. */
export function delimiterOptions(used: string): readonly Option[] {
  return used === '' || namedDelimiters.some(({ value }) => value === used)
    ? namedDelimiters
    : [...namedDelimiters, { value: used, label: used }];
}

export const headerOptions: readonly Option<NonNullable<ImportReading['header']>>[] = [
  { value: 'first-row', label: 'Column names' },
  { value: 'none', label: 'Data' },
];

export const modeOptions: readonly Option<ImportMode>[] = [
  { value: 'insert', label: 'Insert', description: 'Rows that exist already are refused' },
  {
    value: 'upsert-merge',
    label: 'Insert or merge',
    description: 'Rows that exist keep the properties that are not in the input',
  },
  {
    value: 'upsert-replace',
    label: 'Insert or replace',
    description: 'Rows that exist are replaced as a whole',
  },
];

/** The type without its `Edm.`. */
export function typeWord(type: EdmType): string {
  return type.slice('Edm.'.length);
}

/** What a column becomes when nobody says otherwise. */
export function ownTypeWords(
  column: Pick<CheckedColumn, 'type' | 'typeFrom'> | null,
  declared: EdmType | null,
): string {
  if (declared !== null) return `${typeWord(declared)}, by the header`;
  if (column === null || column.typeFrom === 'setting') return 'By its values';
  return `${typeWord(column.type)}, by its values`;
}
