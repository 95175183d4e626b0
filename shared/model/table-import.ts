// The set-up and the check of an import: the format of the input, the mapping of its columns, and the result of a dry
// run. Inference and key expressions are in shared/import.
import { z } from 'zod';
import { encodingNames } from '../preview/charsets';
import { fileToken } from './bounds';
import { edmType } from './entity';
import { rejectedRow } from './table-job';

/** A picked or dropped file, or text that was pasted (cells of a spreadsheet come as tab-separated text). */
export const importSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), token: fileToken }),
  z.object({ kind: z.literal('text'), text: z.string() }),
]);
export type ImportSource = z.infer<typeof importSource>;

/** `jsonl`: one object per line; `json`: an array of objects, also as a member of one object. */
const importFormat = z.enum(['csv', 'tsv', 'json', 'jsonl', 'parquet']);
export type ImportFormat = z.infer<typeof importFormat>;
const textEncoding = z.enum(encodingNames);
export type TextEncoding = z.infer<typeof textEncoding>;

/** How to read the input; missing options are detected. */
export const importReading = z.object({
  format: importFormat.optional(),
  encoding: textEncoding.optional(),
  /** One character; for CSV and TSV. */
  delimiter: z.string().length(1).optional(),
  /** `none`: columns are named Column1, Column2, …; for CSV and TSV. */
  header: z.enum(['first-row', 'none']).optional(),
});
export type ImportReading = z.infer<typeof importReading>;

/** How the input is read, after detection. */
export const settledReading = z.object({
  format: importFormat,
  encoding: textEncoding,
  /** Empty for JSON. */
  delimiter: z.string(),
  header: z.enum(['first-row', 'none']),
  /** Sentences for the user: `It is not valid UTF-8, so it is read as Windows-1251.` */
  notes: z.array(z.string()),
});
export type SettledReading = z.infer<typeof settledReading>;

/**
 * Where a key comes from: an unchanged column, an expression such as `{Date:yyyyMMdd};{Id}` (formats:
 * key-expression.ts), or a GUID that stays the same when an interrupted import resumes.
 */
export const keySource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('column'), column: z.string() }),
  z.object({ kind: z.literal('expression'), expression: z.string() }),
  z.object({ kind: z.literal('guid') }),
]);
export type KeySource = z.infer<typeof keySource>;

/** Settings of one column; the others get the type that their header declares or that all their values allow. */
const columnSetting = z.object({
  /** Name in the input, without a type. */
  column: z.string(),
  /** Property to write; default: the name of the column. */
  property: z.string().optional(),
  type: edmType.optional(),
  use: z.enum(['import', 'leave-out']).optional(),
});
export type ColumnSetting = z.infer<typeof columnSetting>;

/** `insert` rejects existing rows. The others always write; merge keeps properties that are not in the input. */
export const importMode = z.enum(['insert', 'upsert-merge', 'upsert-replace']);
export type ImportMode = z.infer<typeof importMode>;

export const importSettings = z.object({
  partitionKey: keySource,
  rowKey: keySource,
  columns: z.array(columnSetting),
  /** For an empty cell, the entity lacks the property or has an empty string (columns of type String only). */
  emptyCells: z.enum(['skip', 'empty-string']),
  /** Zone of times without an offset, as `Europe/Berlin` or `+02:00`; absent: UTC. */
  zone: z.string().optional(),
  /** The decimal separator of numbers; absent: a point. */
  decimals: z.enum(['point', 'comma']).optional(),
  /** A cell that holds exactly this text counts as missing, such as `NULL`. */
  nullText: z.string().min(1).optional(),
  mode: importMode,
  /** `stop`: ends at the first row that cannot be written. `collect`: lists such rows and writes the others. */
  rejectedRows: z.enum(['stop', 'collect']),
  /** Entities per batch; `auto`: 100, fewer when large batches time out. */
  batchSize: z.union([z.literal('auto'), z.int().min(1).max(100)]),
  /** Batches in flight; `auto`: adapts to rate and throttling. */
  concurrency: z.union([z.literal('auto'), z.int().min(1).max(64)]),
});
export type ImportSettings = z.infer<typeof importSettings>;
export const defaultImportSettings: ImportSettings = {
  partitionKey: { kind: 'column', column: 'PartitionKey' },
  rowKey: { kind: 'column', column: 'RowKey' },
  columns: [],
  emptyCells: 'skip',
  mode: 'insert',
  rejectedRows: 'collect',
  batchSize: 'auto',
  concurrency: 'auto',
};

export const importPreview = z.object({
  /** File name, or `pasted rows`. */
  name: z.string(),
  bytes: z.number(),
  reading: settledReading,
  /** In the order of the input, with the type that the header declares. */
  columns: z.array(z.object({ name: z.string(), declaredType: edmType.nullable() })),
  /** The first rows, one text per column; null when a row lacks the cell. */
  rows: z.array(z.array(z.string().nullable())),
});
export type ImportPreview = z.infer<typeof importPreview>;

const checkedColumn = z.object({
  name: z.string(),
  property: z.string(),
  type: edmType,
  /** The source of the type: the user, the header, or all values. */
  typeFrom: z.enum(['setting', 'header', 'values']),
  use: z.enum(['import', 'leave-out', 'key']),
  /** Valid rows whose cell is empty or missing, and all other valid rows. */
  nulls: z.int(),
  filled: z.int(),
  /** The first different values. */
  samples: z.array(z.string()),
  /** Why the type is not narrower, if that is useful to know: `Leading zeros are kept, so it stays text.` */
  note: z.string(),
});
export type CheckedColumn = z.infer<typeof checkedColumn>;

/** One way to run the import, for the trade-off between time, cost and load. */
const importPace = z.object({
  batchSize: z.int(),
  concurrency: z.int(),
  transactions: z.int(),
  /** `cheapest`, `recommended`, `quickest answers`, or empty. */
  label: z.string(),
});
export type ImportPace = z.infer<typeof importPace>;

/** A text column that most of its values would give another type. */
const typeConflictColumn = z.object({
  column: z.string(),
  /** The type of most values. */
  type: edmType,
  /** Values that are none of this type, so that it would reject their rows. */
  unfit: z.int(),
  /** The first of their lines. */
  lines: z.array(z.int()),
  /** Values that come back in another form from a property of this type, such as `1.10` as 1.1. */
  changed: z.int(),
});
export type TypeConflictColumn = z.infer<typeof typeConflictColumn>;

export const importReport = z.object({
  reading: settledReading,
  rows: z.int(),
  bytes: z.number(),
  columns: z.array(checkedColumn),
  partitions: z.int(),
  largestPartition: z.object({ key: z.string(), rows: z.int() }).nullable(),
  batches: z.int(),
  /** Rows whose keys occurred before in the input, found by a 64-bit hash. */
  duplicateKeys: z.int(),
  duplicates: z.array(z.object({ line: z.int(), firstLine: z.int(), partitionKey: z.string(), rowKey: z.string() })),
  /** The first rejected rows; `rejectedRows` counts them all. */
  rejects: z.array(rejectedRow),
  rejectedRows: z.int(),
  /** Rows with an empty RowKey, which the service accepts: one per partition. */
  emptyRowKeys: z.int(),
  /** Rows of a delimited file in which every cell is blank; they are skipped and not among `rows`. */
  blankRows: z.int(),
  /** Whether the input has columns that Stowage adds to rejected rows. */
  skipsRejectColumns: z.boolean(),
  conflicts: z.array(typeConflictColumn),
  /** Rows with a value that is unfit for the type of `conflicts`. */
  conflictRows: z.int(),
  /** True when the keys only increase, so that a single partition server takes all writes. */
  appendOnly: z.boolean(),
  /** Sentences: hot partition, duplicates with a mode that overwrites, unusual columns. */
  warnings: z.array(z.string()),
  /** Minimum time, with the service at its best. */
  minMs: z.number(),
  paces: z.array(importPace),
  /** Number of batches (transactions) for the rows, when a batch has at most `size` entities. */
  batchesBySize: z.array(z.object({ size: z.int(), batches: z.int() })),
});
export type ImportReport = z.infer<typeof importReport>;
