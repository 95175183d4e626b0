// What the loaded rows say about their keys: the delimiter between the parts of each.
import type { Entity } from '@shared/model/entity';
import { type KeyDelimiter, detectDelimiter, splitKey } from '@shared/query/composite-key';

export interface KeyDelimiters {
  readonly partitionKey: KeyDelimiter | null;
  readonly rowKey: KeyDelimiter | null;
}

export const noDelimiters: KeyDelimiters = { partitionKey: null, rowKey: null };

/** Rows enough to know how keys are made. */
export const sampledRows = 500;

export function seenDelimiters(rows: readonly Entity[]): KeyDelimiters {
  return {
    partitionKey: detectDelimiter(rows.map(({ partitionKey }) => partitionKey)),
    rowKey: detectDelimiter(rows.map(({ rowKey }) => rowKey)),
  };
}

/** `3 parts: 2026-10-14 · tenant-7 · A1`; undefined for a key of one part. */
export function partsNote(key: string, delimiter: KeyDelimiter | null): string | undefined {
  if (delimiter === null) return undefined;
  const parts = splitKey(key, delimiter);
  if (parts.length < 2) return undefined;
  return `${parts.length} parts: ${parts.map((part) => (part === '' ? 'empty' : part)).join(' · ')}`;
}
