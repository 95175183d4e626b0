// Pasting into the cells of the focused grid: everything is staged as one change, or nothing. Rows that bring their own
// keys are left to the import.
import type { TableService } from '@shared/model/table-service';
import type { PropertyChange } from '@shared/model/edit';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import type { TableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import { showToast } from '@renderer/ui';
import { formatCount } from '@shared/units';
import { useEffect, useEffectEvent } from 'react';
import { type GridColumn, isKey } from '../result/grid-column';
import type { Cell } from '../grid/selection';
import type { ResultGrid } from '../grid/use-result-grid';
import { type RowAction, disabledReasonOf, type RowChanges, stageProperties } from '../staging/staged-rows';
import type { StagedEdits } from '../staging/staged-tables';
import {
  type Block,
  type PasteRange,
  areTooMany,
  cellText,
  indexesOf,
  maxStagedCells,
  maxStagedRows,
  pastedCell,
  pasteRange,
  pasteRanges,
  readPasted,
  textsIn,
} from './pasted-cells';
import { readRows } from './read-rows';
import { isEditable } from './use-cell-editing';

export interface PastedCellsInput {
  readonly grid: Pick<ResultGrid, 'handle' | 'selection' | 'shownAt' | 'readShown' | 'currentRun'> & {
    readonly props: Pick<ResultGrid['props'], 'onSelect'>;
  };
  readonly columns: readonly GridColumn[];
  /** Whose limits values are checked against. Default: Table Storage. */
  readonly service?: TableService;
  readonly staging: Pick<StagedEdits, 'stage'>;
  readonly disabledReasons: TableDisabledReasons;
  /** Reports a paste that is not allowed. */
  readonly onRejected: (reason: string) => void;
  /** Opens the editor of a cell with a text in it. */
  readonly onEdit: (cell: Cell, text: string) => void;
  /** Returns to a rejected text in an open editor; false if there is none. */
  readonly backToRejected: () => boolean;
  /** Shows the text as rows to import. */
  readonly onImport: (text: string) => void;
}

interface Planned {
  readonly rows: readonly RowChanges[];
  /** The first cell whose value is not exactly what was pasted, and why. */
  readonly doubtful: string | undefined;
}

export function usePastedCells(input: PastedCellsInput): void {
  const { grid, columns, service, staging, disabledReasons, onRejected, onEdit, backToRejected, onImport } = input;

  const reject = (text: string, sentence: string): void =>
    void showToast({
      tone: 'bad',
      title: t`Nothing was pasted`,
      text: sentence,
      action: { label: t`Import as rows…`, onAction: () => onImport(text) },
    });
  const paste = async (text: string, block: Block, ranges: readonly PasteRange[]): Promise<void> => {
    const planned = await planPaste({ grid, columns, service }, block, ranges);
    if (planned === null) return;
    if (typeof planned === 'string') {
      reject(text, planned);
      return;
    }
    const [range] = ranges;
    if (range !== undefined && ranges.length === 1) {
      grid.props.onSelect({
        anchor: { row: range.bottom, column: range.right },
        active: { row: range.top, column: range.left },
        span: 'cells',
        others: [],
      });
    }
    const { rows, doubtful } = planned;
    if (rows.length === 0) {
      showToast({ tone: 'information', title: t`The cells already contain these values` });
      return;
    }
    staging.stage((before) => stageProperties(before, rows));
    const count = rows.reduce((sum, { changes }) => sum + changes.length, 0);
    showToast({
      tone: 'good',
      title: t`Pasted and staged ${counted(count, 'value')}`,
      ...(doubtful === undefined ? {} : { text: doubtful }),
    });
  };
  const pasteOne = async (text: string, cell: Cell): Promise<void> => {
    const row = (await readRows(grid, [cell.row]))?.get(cell.row);
    const column = columns[cell.column];
    if (row === undefined || column === undefined) return;
    const judged = pastedCell(row, column, text, service);
    const isPlain = judged.kind === 'same' || (judged.kind === 'set' && judged.doubtful === undefined);
    // The editor explains the problem, and holds the text until it is corrected or discarded.
    if (!isPlain && isEditable(row, column)) onEdit(cell, text);
    else await paste(text, [[text]], [{ top: cell.row, bottom: cell.row, left: cell.column, right: cell.column }]);
  };

  const take = useEffectEvent((event: ClipboardEvent) => {
    const { selection } = grid;
    if (event.defaultPrevented || selection === undefined || grid.handle.current?.hasKeyboard() !== true) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const block = readPasted(text);
    if (text === '' || block === null) return;
    if (block === 'too much') {
      event.preventDefault();
      return reject(text, tooMuch());
    }
    const ranges = pasteRanges(selection, block);
    const [range = pasteRange(selection, block)] = ranges ?? [];
    const isBlock = block.length > 1 || (block[0]?.length ?? 0) > 1;
    const first = columns[range.left];
    // A block pasted over the keys would be other rows.
    if (first === undefined || (isBlock && isKey(first))) return;
    event.preventDefault();
    if (backToRejected()) return;
    const disabledReason = pasteDisabledReason(
      disabledReasons,
      grid,
      ranges ?? [range],
      isKey(first) ? 'rekey' : 'edit',
    );
    if (disabledReason !== null) return onRejected(disabledReason);
    if (ranges === null) {
      return reject(text, t`Several ranges are selected. Select a single range, or paste a single value.`);
    }
    const isOne = ranges.length === 1 && range.top === range.bottom && range.left === range.right;
    if (isOne) return void pasteOne(block[0]?.[0] ?? '', { row: range.top, column: range.left });
    if (ranges.length === 1 && range.right >= columns.length) {
      return reject(text, tooNarrow(columns.length - range.left, range.right - range.left + 1));
    }
    const shown = ranges.map((each) => ({ ...each, right: Math.min(each.right, columns.length - 1) }));
    if (areTooMany(shown)) return reject(text, tooMuch());
    void paste(text, block, shown);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent): void => take(event);
    // In the capturing phase, before the view that takes pasted rows wherever the focus is.
    window.addEventListener('paste', listen, { capture: true });
    return () => window.removeEventListener('paste', listen, { capture: true });
  }, []);
}

/**
 * The changes to stage, or the reason why nothing is staged; null when the rows could not be read, which was reported.
 */
async function planPaste(
  { grid, columns, service }: Pick<PastedCellsInput, 'grid' | 'columns' | 'service'>,
  block: Block,
  ranges: readonly PasteRange[],
): Promise<Planned | string | null> {
  const indexes = indexesOf(ranges);
  const read = await readRows(grid, indexes);
  if (read === null) return null;
  const [first] = indexes;
  const missing = indexes.findIndex((index) => !read.has(index));
  if (first === undefined || missing >= 0) return tooFew(missing, block.length);
  const textsAt = textsIn(ranges, block);
  const rows: RowChanges[] = [];
  let doubtful: string | undefined;
  for (const [index, row] of read) {
    const changes: PropertyChange[] = [];
    for (const [at, text] of textsAt(index)) {
      const column = columns[at];
      if (column === undefined) continue;
      const cell = pastedCell(row, column, text, service);
      if (cell.kind === 'rejected') return `${cellText(row, column.name)}: ${cell.sentence}`;
      if (cell.kind === 'same') continue;
      changes.push({ kind: 'set', name: cell.name, value: cell.value });
      if (cell.doubtful !== undefined) doubtful ??= `${cellText(row, column.name)}: ${cell.doubtful}`;
    }
    if (changes.length > 0) rows.push({ row, changes });
  }
  return { rows, doubtful };
}

/** The reason of the first row that must not be changed; rows that are not in memory are entities of the table. */
function pasteDisabledReason(
  disabledReasons: TableDisabledReasons,
  grid: Pick<ResultGrid, 'shownAt'>,
  ranges: readonly PasteRange[],
  action: RowAction,
): string | null {
  if (disabledReasons[action] === null && disabledReasons.insert === null) return null;
  for (const { top, bottom } of ranges) {
    for (let index = top; index <= bottom; index += 1) {
      const mark = grid.shownAt(index)?.mark;
      const disabledReason = disabledReasonOf(disabledReasons, action, mark);
      if (disabledReason !== null) return disabledReason;
      // New entities are on top of all others.
      if (mark?.state !== 'inserted') break;
    }
  }
  return null;
}

function tooMuch(): string {
  const max = [formatCount(maxStagedRows), formatCount(maxStagedCells)] as const;
  return t`At most ${max[0]} rows and ${max[1]} cells can be staged at once. Import them, or paste fewer.`;
}

function tooFew(available: number, copied: number): string {
  const wanted = formatCount(copied);
  return plural(
    available,
  )`Only one row is loaded from this cell on; ${wanted} were copied. | Only ${formatCount(available)} rows are loaded from this cell on; ${wanted} were copied.`;
}

function tooNarrow(available: number, copied: number): string {
  const wanted = formatCount(copied);
  return plural(
    available,
  )`There is only one column from this cell on; ${wanted} were copied. | There are only ${formatCount(available)} columns from this cell on; ${wanted} were copied.`;
}
