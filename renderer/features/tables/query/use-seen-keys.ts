// What the rows seen so far in a tab tell about its keys. Kept while a new run has no rows yet, and if a narrow result
// tells nothing.
import type { Entity } from '@shared/model/entity';
import { isDiagnosticsTable } from '@shared/query/wad-window';
import { useState } from 'react';
import { type KeyDelimiters, noDelimiters, sampledRows, seenDelimiters } from './seen-delimiters';

export interface SeenKeys {
  readonly delimiters: KeyDelimiters;
  /** Named and keyed like a diagnostics table. */
  readonly kind: 'diagnostics' | 'any';
  /** The keys of one of those rows; null before the first. */
  readonly example: Pick<Entity, 'partitionKey' | 'rowKey'> | null;
}

export interface SeenSource {
  readonly table: string;
  readonly run: number;
  readonly rowCount: number;
  readonly keysAt: (index: number) => Pick<Entity, 'partitionKey' | 'rowKey'> | undefined;
}

export function useSeenKeys({ table, run, rowCount, keysAt }: SeenSource): SeenKeys {
  const [seen, setSeen] = useState<SeenKeys & { readonly of: string }>({
    delimiters: noDelimiters,
    kind: 'any',
    example: null,
    of: '',
  });
  const count = Math.min(rowCount, sampledRows);
  const of = `${run}/${count}`;
  if (count > 0 && of !== seen.of) {
    const rows = Array.from({ length: count }, (_, index) => keysAt(index)).filter((row) => row !== undefined);
    const found = seenDelimiters(rows);
    const partitionKeys = rows.map(({ partitionKey }) => partitionKey);
    setSeen({
      delimiters: {
        partitionKey: found.partitionKey ?? seen.delimiters.partitionKey,
        rowKey: found.rowKey ?? seen.delimiters.rowKey,
      },
      kind: isDiagnosticsTable(table, partitionKeys) ? 'diagnostics' : 'any',
      example: rows[0] ?? seen.example,
      of,
    });
  }
  return seen;
}
