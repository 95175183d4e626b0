// Which row is shown at which position: new entities on top, below them the loaded rows in the chosen order, each with
// its staged changes. Rows on disk are shown once they are read back.
import type { Entity } from '@shared/model/entity';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { ResultSession } from '../session/result-session';
import type { RowMark, ShownRow, StagedRows } from '../staged/staged-rows';
import type { Arrangement, ArrangementState } from './arrangement';
import { findRow } from './find-row';

/** Which loaded row is shown where; rows above those of the result are none. */
export interface RowPlaces {
  /** The loaded index of the row shown at a place; undefined for a row above. */
  readonly loadedAt: (place: number) => number | undefined;
  /** Where a loaded row is shown now. */
  readonly placeOf: (loadedIndex: number) => number;
}

export interface PlacedRows {
  readonly places: RowPlaces;
  /** The row shown at a place; undefined while it waits on disk. Another function once rows came back or moved. */
  readonly shownAt: (place: number) => ShownRow | undefined;
  readonly rowAt: (place: number) => Entity | undefined;
  readonly markAt: (place: number) => RowMark | undefined;
  /** The row shown at a place, from wherever it is. */
  readonly readShown: (place: number) => Promise<ShownRow | undefined>;
  /** Where the loaded row of the result with this id is shown; undefined where it is not loaded. */
  readonly findPlace: (id: string) => Promise<number | undefined>;
}

export interface RowPlacesInput {
  readonly rows: ResultSession['rows'];
  readonly staged: StagedRows;
  readonly arrangement: Pick<Arrangement, 'placeOf'>;
  /** The order of the loaded rows; undefined for that in which they came. */
  readonly order: ArrangementState['order'];
}

export function useRowPlaces({ rows, staged, arrangement, order }: RowPlacesInput): PlacedRows {
  const leadRows = staged.lead.length;
  const readBack = useSyncExternalStore(rows.subscribe, rows.version);

  // Made anew when rows came back or their order changed, so that what is drawn from them is drawn again.
  const shownAt = useMemo(() => {
    const at = order ?? undefined;
    return (place: number): ShownRow | undefined => {
      if (place < leadRows) return staged.lead[place];
      const loaded = place - leadRows;
      const row = readBack < 0 ? undefined : rows.at(at?.[loaded] ?? loaded);
      return row === undefined ? undefined : staged.of(row);
    };
  }, [leadRows, order, readBack, rows, staged]);
  const rowAt = useCallback((place: number) => shownAt(place)?.entity, [shownAt]);
  const markAt = useCallback((place: number) => shownAt(place)?.mark, [shownAt]);

  const loadedAt = (place: number): number | undefined =>
    place < leadRows ? undefined : (order?.[place - leadRows] ?? place - leadRows);
  const placeOf = (loadedIndex: number): number => leadRows + arrangement.placeOf(loadedIndex);
  return {
    places: { loadedAt, placeOf },
    shownAt,
    rowAt,
    markAt,
    readShown: async (place) => {
      // Places count in the order they were asked in, also where another comes while they are read.
      const loaded = loadedAt(place);
      if (loaded === undefined) return staged.lead[place];
      const row = await rows.read(loaded);
      return row === undefined ? undefined : staged.of(row);
    },
    findPlace: async (id) => {
      const loaded = await findRow(rows, id);
      return loaded === undefined ? undefined : placeOf(loaded);
    },
  };
}
