// The list of blobs and folders: virtual, with the selection of a file manager; more is fetched as the end comes near.
import { type DragEvent, type MouseEvent, type RefObject, useEffect, useId, useMemo, useRef } from 'react';
import {
  beginAlike,
  inSlots,
  menuKeyToActiveRow,
  rowTop,
  rowWindow,
  scrollTopShowing,
  useNowMs,
  useViewport,
} from '@renderer/ui';
import { BlobRow } from './blob-row';
import { ListHead } from './list-head';
import { type ListingEntry, type SortColumn, type SortOrder, keysOf } from '../listing/listing';
import { useListKeys } from './use-list-keys';
import { leafName } from '../names/path';
import {
  type SelectMode,
  type Selection,
  currentIndexIn,
  isAllOf,
  nothingSelected,
  selectAt,
} from '../listing/selection';
import type { FolderSize } from '../sizes/known-sizes';
import styles from './blob-list.module.css';

/** Rows before the end at which the next page is requested. */
const lookAheadRows = 60;

/** The listed entries, whatever their source. */
export interface BlobRows {
  readonly entries: readonly ListingEntry[];
  /** Names are shown below it. */
  readonly prefix: string;
  readonly order: SortOrder;
  readonly selection: Selection;
}

export interface BlobListProps {
  /** For screen readers: what these rows are. */
  readonly label: string;
  /** Deleted blobs show how long they are retained. Default `present`. */
  readonly kind?: 'present' | 'deleted';
  readonly rows: BlobRows;
  readonly isWhole: boolean;
  /** Why the rows cannot be sorted now; null when they can. */
  readonly sortDisabledReason: string | null;
  readonly gridRef: RefObject<HTMLDivElement | null>;
  /** The known size of a folder; undefined if there is none. */
  readonly sizeOf: (prefix: string) => FolderSize | undefined;
  readonly onSelect: (selection: Selection) => void;
  readonly onOpen: (entry: ListingEntry) => void;
  readonly onUp: () => void;
  readonly onSort: (column: SortColumn) => void;
  /** Called while the end is in view; null when nothing more should be loaded automatically. */
  readonly onNearEnd: (() => void) | null;
  readonly onContextMenu: (event: MouseEvent, entry: ListingEntry) => void;
  /** The Delete key was pressed on the selection. */
  readonly onDelete: () => void;
  /** The selected rows are dragged; a row that is not selected is selected first. */
  readonly onDragOut: (event: DragEvent) => void;
}

export function BlobList(props: BlobListProps) {
  const { label, kind = 'present', rows: listed, isWhole, sortDisabledReason, gridRef, sizeOf } = props;
  const { onSelect, onOpen, onUp, onSort, onNearEnd, onContextMenu, onDelete, onDragOut } = props;
  const { entries, selection, prefix, order } = listed;
  const keys = useMemo(() => keysOf(entries), [entries]);
  const isAll = isAllOf(selection, keys);
  const baseId = useId();
  const nowMs = useNowMs();
  const viewport = useViewport(gridRef, entries.length, { lines: 1, viewKey: 'blobs' });
  const { rowPx, space, scrollTop } = viewport;
  const { first, last, capacity } = rowWindow(viewport, entries.length);
  const drawn = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const tailOf = useMemo(
    () => nameTails((index) => shownName(entries[index], prefix), entries.length),
    [entries, prefix],
  );
  const isNearEnd = last >= entries.length - lookAheadRows;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, onNearEnd]);

  const currentIndex = useMemo(() => currentIndexIn(selection, keys), [selection, keys]);
  const rowId = (index: number): string => `${baseId}-${index}`;

  const choose = (index: number, mode: SelectMode): void => {
    onSelect(selectAt(selection, keys, index, mode));
    reveal(index);
  };
  const reveal = (index: number): void => {
    const view = gridRef.current;
    if (view === null) return;
    // The head stays above the rows and takes the height of one.
    view.scrollTop = scrollTopShowing(space, index, { scrollTop: view.scrollTop, headPx: rowPx });
  };

  const pageRows = Math.max(1, Math.floor(viewport.heightPx / rowPx) - 2);
  const onKeyDown = useListKeys({
    rows: listed,
    keys,
    currentIndex,
    pageRows,
    choose,
    onSelect,
    onOpen,
    onUp,
    onDelete,
  });

  const pointer = usePointer({
    entries,
    choose,
    onOpen,
    onDragOut,
    onContextMenu,
    isSelected: (index) => isAll || selection.selected.has(keys.at(index) ?? ''),
    onBeside: () => onSelect(nothingSelected),
  });

  return (
    <div
      ref={gridRef}
      role="grid"
      tabIndex={0}
      data-sticky-edges
      aria-label={label}
      aria-multiselectable
      aria-rowcount={isWhole ? entries.length + 1 : -1}
      aria-colcount={6}
      aria-activedescendant={currentIndex >= 0 ? rowId(currentIndex) : undefined}
      className={styles.grid}
      onScroll={viewport.onScroll}
      onKeyDown={onKeyDown}
      onContextMenuCapture={menuKeyToActiveRow}
      {...pointer}
    >
      <ListHead kind={kind} order={order} disabledReason={sortDisabledReason} onSort={onSort} />
      <div role="rowgroup" className={styles.body} style={{ height: space.bodyPx }}>
        {inSlots(drawn, capacity).map(({ index, slot }) => {
          const entry = entries[index];
          const key = keys.at(index);
          if (!entry || key === undefined) return null;
          return (
            <BlobRow
              key={slot}
              id={rowId(index)}
              entry={entry}
              prefix={prefix}
              index={index}
              top={rowTop(space, index, scrollTop)}
              isSelected={isAll || selection.selected.has(key)}
              isCurrent={index === currentIndex}
              tail={tailOf(index)}
              nowMs={nowMs}
              folderSize={entry.kind === 'folder' ? sizeOf(entry.name) : undefined}
            />
          );
        })}
      </div>
    </div>
  );
}

interface PointerInput extends Pick<BlobListProps, 'onOpen' | 'onDragOut' | 'onContextMenu'> {
  readonly entries: readonly ListingEntry[];
  readonly choose: (index: number, mode: SelectMode) => void;
  readonly isSelected: (index: number) => boolean;
  /** A click beside all rows. */
  readonly onBeside: () => void;
}

/** How the pointer affects the row below it: a row that is dragged or whose menu opens is selected first. */
function usePointer({ entries, choose, isSelected, onBeside, ...on }: PointerInput) {
  const wasDragged = useRef(false);
  const indexAt = (event: MouseEvent): number => {
    const row = (event.target as Element).closest<HTMLElement>('[data-index]');
    return row ? Number(row.dataset.index) : -1;
  };
  const chooseUnlessSelected = (index: number): void => {
    if (index >= 0 && !isSelected(index)) choose(index, 'only');
  };
  return {
    onPointerDown: (): void => {
      wasDragged.current = false;
    },
    onClick: (event: MouseEvent): void => {
      // Dropped after a drag: the dragged rows stay selected, to be dragged again once they are downloaded.
      if (wasDragged.current) return;
      const index = indexAt(event);
      if (index >= 0) choose(index, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only');
      else if (event.target === event.currentTarget) onBeside();
    },
    onDoubleClick: (event: MouseEvent): void => {
      const entry = entries[indexAt(event)];
      if (entry) on.onOpen(entry);
    },
    onDragStart: (event: DragEvent): void => {
      wasDragged.current = true;
      chooseUnlessSelected(indexAt(event));
      on.onDragOut(event);
    },
    onContextMenu: (event: MouseEvent): void => {
      const index = indexAt(event);
      const entry = entries[index];
      if (!entry) return;
      chooseUnlessSelected(index);
      on.onContextMenu(event, entry);
    },
  };
}

/** The part of a name that is cut last where a row has too little room. */
function shownName(entry: ListingEntry | undefined, prefix: string): string {
  const leaf = entry === undefined ? '' : leafName(entry.name, prefix);
  return leaf.slice(leaf.lastIndexOf('/') + 1);
}

// How much of the end of each long name is shown. Determined for sections of the list, not for what is on screen, so
// that a name does not change while others scroll by.

const stretchRows = 256;
/** Neighbours of a range are read with it: its first and last rows are next to them. */
const besideRows = 64;

/**
 * @param nameAt of an index below `count`
 * @returns the tail of the name at an index; null where it is cut at its end
 */
export function nameTails(nameAt: (index: number) => string, count: number): (index: number) => number | null {
  const known = new Map<number, ReadonlyMap<string, number>>();
  const tailsOf = (stretch: number): ReadonlyMap<string, number> => {
    const from = Math.max(0, stretch * stretchRows - besideRows);
    const to = Math.min(count, (stretch + 1) * stretchRows + besideRows);
    return beginAlike(Array.from({ length: to - from }, (_, at) => nameAt(from + at)));
  };
  return (index) => {
    const stretch = Math.floor(index / stretchRows);
    const tails = known.get(stretch) ?? tailsOf(stretch);
    known.set(stretch, tails);
    return tails.get(nameAt(index)) ?? null;
  };
}
