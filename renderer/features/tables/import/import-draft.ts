// The set-up of an import, the settings that follow from it, the keys it gives to the first rows, and what its run
// would cost. Pure.
import { StowageError } from '@shared/errors';
import { type KeyPart, evaluateKey, parseKeyExpression } from '@shared/import/key-expression';
import type { EdmType } from '@shared/model/entity';
import {
  type ColumnSetting,
  type ImportMode,
  type ImportPreview,
  type ImportReport,
  type ImportSettings,
  type KeySource,
  defaultImportSettings,
} from '@shared/model/table-import';
import { checkKey, isPropertyName } from '@shared/query/key-rules';
import { isZone } from '@shared/query/zone-time';
import { t } from '@shared/strings/t';
import { type PlannedLoad, batchesFor, defaultPace } from '@shared/import/import-pace';
import { type MeasuredImport, type PlannedTime, plannedTime } from './import-text';

export type KeyName = 'PartitionKey' | 'RowKey';

/** The source of a key; `none` until it is chosen. */
export type KeyDraft = KeySource | { readonly kind: 'none' };

/** The changes of one column; absent parts follow the input. */
export interface ColumnDraft {
  readonly property?: string;
  readonly type?: EdmType;
  readonly use?: 'import' | 'leave-out';
}

export interface ImportDraft {
  /** Absent: detected from the columns. */
  readonly keys: Readonly<Partial<Record<KeyName, KeyDraft>>>;
  /** By name in the input. */
  readonly columns: Readonly<Record<string, ColumnDraft>>;
  readonly emptyCells: ImportSettings['emptyCells'];
  /** The notation of values in the input; absent: UTC, a decimal point, no text for a missing value. */
  readonly zone?: string | undefined;
  readonly decimals?: ImportSettings['decimals'];
  readonly nullText?: string | undefined;
  readonly mode: ImportMode;
  readonly rejectedRows: ImportSettings['rejectedRows'];
  readonly batchSize: ImportSettings['batchSize'];
  readonly concurrency: ImportSettings['concurrency'];
}

export const emptyImportDraft: ImportDraft = {
  keys: {},
  columns: {},
  emptyCells: defaultImportSettings.emptyCells,
  mode: defaultImportSettings.mode,
  rejectedRows: defaultImportSettings.rejectedRows,
  batchSize: defaultImportSettings.batchSize,
  concurrency: defaultImportSettings.concurrency,
};

type Columns = ImportPreview['columns'];

export const keyNames: readonly KeyName[] = ['PartitionKey', 'RowKey'];

/** The chosen source of the key, else the one the columns suggest: a column of that name, an `Id` for the RowKey. */
export function keyDraft(draft: ImportDraft, key: KeyName, columns: Columns): KeyDraft {
  const chosen = draft.keys[key];
  if (chosen !== undefined) return chosen;
  const wanted = key === 'PartitionKey' ? ['partitionkey'] : ['rowkey', 'id'];
  for (const name of wanted) {
    const column = columns.find((each) => plainName(each.name) === name);
    if (column !== undefined) return { kind: 'column', column: column.name };
  }
  return { kind: 'none' };
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

/** Why a key cannot be formed yet, with the fix; null if it can. */
export function keyProblem(key: KeyName, draft: KeyDraft, columns: Columns): string | null {
  const names = columns.map(({ name }) => name);
  switch (draft.kind) {
    case 'none':
      return t`Choose a source for the key.`;
    case 'guid':
      return null;
    case 'column':
      return names.includes(draft.column) ? null : t`The input has no column ${draft.column}. Choose another column.`;
    case 'expression': {
      if (draft.expression === '') return t`Enter an expression, such as {Date:yyyyMMdd};{Id}.`;
      try {
        parseKeyExpression(key, draft.expression, names);
        return null;
      } catch (thrown) {
        const { problem, fix } = StowageError.from(thrown).context;
        return `${capital(String(problem))} ${String(fix)}`;
      }
    }
  }
}

/** Why a column cannot be written under this name; null if it can. */
export function propertyProblem({ property }: ColumnDraft): string | null {
  if (property === undefined || isPropertyName(property)) return null;
  return t`Use letters, digits and underscores; do not start with a digit.`;
}

interface DraftSettings {
  /** A key without a source is a GUID, so that the columns can be checked before. */
  readonly settings: ImportSettings;
  /** False while a key is missing: results that depend on keys must not be shown then. */
  readonly hasKeys: boolean;
  /** Whether the names of properties and the time zone are valid. */
  readonly isSound: boolean;
}

/** The settings of an import of these columns; changes of absent columns are ignored. */
export function settingsOf(draft: ImportDraft, columns: Columns): DraftSettings {
  const key = (name: KeyName): KeySource | null => {
    const chosen = keyDraft(draft, name, columns);
    return chosen.kind === 'none' || keyProblem(name, chosen, columns) !== null ? null : chosen;
  };
  const [partitionKey, rowKey] = [key('PartitionKey'), key('RowKey')];
  const changed = columns.flatMap(({ name }): ColumnSetting[] => {
    const change = draft.columns[name];
    return change === undefined || Object.keys(change).length === 0 ? [] : [{ column: name, ...change }];
  });
  const { emptyCells, zone, decimals, nullText = '', mode, rejectedRows, batchSize, concurrency } = draft;
  return {
    settings: {
      emptyCells,
      ...(zone === undefined ? {} : { zone }),
      ...(decimals === undefined ? {} : { decimals }),
      ...(nullText === '' ? {} : { nullText }),
      mode,
      rejectedRows,
      batchSize,
      concurrency,
      partitionKey: partitionKey ?? { kind: 'guid' },
      rowKey: rowKey ?? { kind: 'guid' },
      columns: changed,
    },
    hasKeys: partitionKey !== null && rowKey !== null,
    isSound: changed.every((change) => propertyProblem(change) === null) && (zone === undefined || isZone(zone)),
  };
}

/** The part of the settings on which the findings of a dry run depend. */
export function checkedSettings(settings: ImportSettings): ImportSettings {
  const { mode, rejectedRows, batchSize, concurrency } = defaultImportSettings;
  return { ...settings, mode, rejectedRows, batchSize, concurrency };
}

/** Changes one column; `undefined` reverts a change. */
export function withColumn(
  draft: ImportDraft,
  column: string,
  change: { readonly [K in keyof ColumnDraft]: ColumnDraft[K] | undefined },
): ImportDraft {
  const merged = Object.entries({ ...draft.columns[column], ...change }).filter(([, value]) => value !== undefined);
  return { ...draft, columns: { ...draft.columns, [column]: Object.fromEntries(merged) } };
}

export function withKey(draft: ImportDraft, key: KeyName, chosen: KeyDraft): ImportDraft {
  return { ...draft, keys: { ...draft.keys, [key]: chosen } };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface ImportPlan {
  /** Rows that can be written. */
  readonly rows: number;
  /** Batches; each is one transaction. */
  readonly transactions: number;
  readonly time: PlannedTime;
}

export function planOf(
  report: ImportReport,
  settings: Pick<ImportSettings, 'mode' | 'batchSize' | 'concurrency'>,
  measured: MeasuredImport | null,
): ImportPlan {
  const load = loadOf(report);
  const batchSize = settings.batchSize === 'auto' ? defaultPace.batchSize : settings.batchSize;
  const { concurrency } = settings;
  return {
    // A key that is inserted twice is rejected the second time.
    rows: settings.mode === 'insert' ? load.rows - report.duplicateKeys : load.rows,
    transactions: batchesFor(load, batchSize),
    time: plannedTime(load, { batchSize, concurrency }, measured),
  };
}

/** Rows that are sent, with any outcome. */
export function loadOf(report: ImportReport): PlannedLoad {
  return {
    rows: report.rows - report.rejectedRows,
    largestPartitionRows: report.largestPartition?.rows ?? 0,
    batchesBySize: new Map(report.batchesBySize.map(({ size, batches }) => [size, batches])),
  };
}

/** `made`: a GUID for every row, generated when it is written. */
export type PreviewKey =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'made' }
  | { readonly kind: 'problem'; readonly problem: string }
  | { readonly kind: 'unknown' };

/** One for each row of the preview, in its order. */
export function previewKeys(
  name: KeyName,
  draft: KeyDraft,
  preview: Pick<ImportPreview, 'columns' | 'rows'>,
  zone?: string,
): readonly PreviewKey[] {
  const { columns, rows } = preview;
  if (draft.kind === 'guid') return rows.map(() => ({ kind: 'made' }));
  if (draft.kind === 'none' || keyProblem(name, draft, columns) !== null) return rows.map(() => ({ kind: 'unknown' }));
  const names = columns.map((column) => column.name);
  const parts: readonly KeyPart[] | null =
    draft.kind === 'expression' ? parseKeyExpression(name, draft.expression, names) : null;
  const column = draft.kind === 'column' ? names.indexOf(draft.column) : -1;
  return rows.map((row): PreviewKey => {
    const made =
      parts === null
        ? textKey(row[column] ?? null)
        : evaluateKey(parts, (wanted) => row[names.indexOf(wanted)] ?? null, {
            zone,
            // Generated when the row is written.
            guid: () => '…',
          });
    if (made.kind === 'problem') return { kind: 'problem', problem: t`Column ${made.column} ${made.problem}.` };
    return checked(name, made.key);
  });

  function textKey(text: string | null): ReturnType<typeof evaluateKey> {
    return text === null
      ? { kind: 'problem', column: names[column] ?? '', problem: t`is missing` }
      : { kind: 'key', key: text };
  }
}

function checked(name: KeyName, key: string): PreviewKey {
  try {
    checkKey(name, key);
    return { kind: 'key', key };
  } catch (thrown) {
    return { kind: 'problem', problem: StowageError.from(thrown).message };
  }
}
