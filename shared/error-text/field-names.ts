// The names of input fields in the user's language. Errors name their field in English, because the form that shows
// them beside the field identifies it by that name.
import { t } from '../strings/t';

/** Identifiers such as `PartitionKey` are not translated. */
export function fieldName(field: string): string {
  if (Object.hasOwn(names, field)) return names[field]?.() ?? field;
  const [, before = '', rest = ''] = /^(Line|Metadata) (.+)$/s.exec(field) ?? [];
  if (before === 'Line') return t`Line ${rest}`;
  return before === 'Metadata' ? t`Metadata ${rest}` : field;
}

const names: Readonly<Record<string, () => string>> = {
  'Account key': () => t`Account key`,
  'Account name': () => t`Account name`,
  'Blob port': () => t`Blob port`,
  Connection: () => t`Connection`,
  'Connection string': () => t`Connection string`,
  Duration: () => t`Duration`,
  Encoding: () => t`Encoding`,
  'Endpoint suffix': () => t`Endpoint suffix`,
  File: () => t`File`,
  Input: () => t`Input`,
  'Lease ID': () => t`Lease ID`,
  Caps: () => t`Rate limits`,
  'Changes to the line': () => t`Changes to the network`,
  'Empty folders': () => t`Empty folders`,
  Entities: () => t`Entities`,
  Experiment: () => t`Experiment`,
  Limit: () => t`Limit`,
  Metadata: () => t`Metadata`,
  Runs: () => t`Runs`,
  'Table name': () => t`Table name`,
  Overwrite: () => t`Existing files`,
  Passphrase: () => t`Passphrase`,
  Query: () => t`Query`,
  'Saved queries': () => t`Saved queries`,
  'Run on': () => t`Run on`,
  Selection: () => t`Selection`,
  'Stored policies': () => t`Stored access policies`,
  Table: () => t`Table`,
  'Table port': () => t`Table port`,
  Tags: () => t`Tags`,
  'Target folder': () => t`Target folder`,
  'Target table': () => t`Target table`,
  'Undo file': () => t`Undo file`,
};
