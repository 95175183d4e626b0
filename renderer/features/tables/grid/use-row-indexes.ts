// Which row is shown at which position: new entities on top, below them the loaded rows in the chosen order, each with
// its staged changes. Rows on disk are shown once they are read back.
import type { Entity } from '@shared/model/entity';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { QueryRun } from '../result/query-run';
import type { RowMark, ShownRow, StagedRows } from '../staging/staged-rows';
import type { Arrangement, ArrangementState } from './arrangement';
import { blockRows, idAt } from '@shared/rows/packed-rows';
import type { RowSource } from '../result/row-walk';

/** Which loaded row is shown where; rows above those of the result are none. */
export interface RowIndexes {
  /** The loaded index of the row shown at a position; undefined for a row above. */
  readonly loadedAt: (index: number) => number | undefined;
  /** Where a loaded row is shown now. */
  readonly positionOf: (loadedIndex: number) => number;
}

export interface PlacedRows {
  readonly rowIndexes: RowIndexes;
  /**
   * The row shown at a position; undefined while it waits on disk. A new function after rows were read back or moved.
   */
  readonly shownAt: (index: number) => ShownRow | undefined;
  readonly rowAt: (index: number) => Entity | undefined;
  readonly markAt: (index: number) => RowMark | undefined;
  /** The row shown at a position, from memory or disk. */
  readonly readShown: (index: number) => Promise<ShownRow | undefined>;
  /** Where the loaded row of the result with this id is shown; undefined where it is not loaded. */
  readonly findIndex: (id: string) => Promise<number | undefined>;
}

interface RowIndexesInput {
  readonly rows: QueryRun['rows'];
  readonly staged: StagedRows;
  readonly arrangement: Pick<Arrangement, 'positionOf'>;
  /** The order of the loaded rows; undefined for that in which they came. */
  readonly order: ArrangementState['order'];
}

export function useRowIndexes({ rows, staged, arrangement, order }: RowIndexesInput): PlacedRows {
  const leadRows = staged.lead.length;
  const readBack = useSyncExternalStore(rows.subscribe, rows.version);

  // Created again when rows were read back or reordered, so that dependent components render again.
  const shownAt = useMemo(() => {
    const at = order ?? undefined;
    return (index: number): ShownRow | undefined => {
      if (index < leadRows) return staged.lead[index];
      const loaded = index - leadRows;
      const row = readBack < 0 ? undefined : rows.at(at?.[loaded] ?? loaded);
      return row === undefined ? undefined : staged.of(row);
    };
  }, [leadRows, order, readBack, rows, staged]);
  const rowAt = useCallback((index: number) => shownAt(index)?.entity, [shownAt]);
  const markAt = useCallback((index: number) => shownAt(index)?.mark, [shownAt]);

  const loadedAt = (index: number): number | undefined =>
    index < leadRows ? undefined : (order?.[index - leadRows] ?? index - leadRows);
  const positionOf = (loadedIndex: number): number => leadRows + arrangement.positionOf(loadedIndex);
  return {
    rowIndexes: { loadedAt, positionOf },
    shownAt,
    rowAt,
    markAt,
    readShown: async (index) => {
      // Positions are those of the order at the time of the call, even if another order comes while rows are read.
      const loaded = loadedAt(index);
      if (loaded === undefined) return staged.lead[index];
      const row = await rows.read(loaded);
      return row === undefined ? undefined : staged.of(row);
    },
    findIndex: async (id) => {
      const loaded = await findRow(rows, id);
      return loaded === undefined ? undefined : positionOf(loaded);
    },
  };
}

/**
 * The loaded index of the row with this id, see `rowId`; undefined if it is not loaded, or when other rows replace
 * these in the meantime.
 */
async function findRow(source: RowSource, id: string): Promise<number | undefined> {
  const { generation } = source;
  for (let at = 0; at * blockRows < source.length; at += 1) {
    const packed = await source.block(at);
    if (packed === undefined || source.generation !== generation) return undefined;
    for (let within = 0; within < packed.count; within += 1) {
      if (idAt(packed, within) === id) return at * blockRows + within;
    }
  }
  return undefined;
}
