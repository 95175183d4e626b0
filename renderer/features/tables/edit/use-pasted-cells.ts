// Pasting into the cells of the grid that has the keyboard: what fits is staged as one change, or nothing is. Rows with
// keys of their own are left to the import.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { showToast } from '@renderer/ui';
import { formatCount } from '@shared/units';
import { useEffect, useEffectEvent } from 'react';
import { type GridColumn, isKey } from '../columns/grid-column';
import type { Cell } from '../grid/selection';
import type { ResultGrid } from '../grid/use-result-grid';
import { stageProperty } from '../staged/stage-row';
import type { ShownRow } from '../staged/staged-rows';
import type { StagedEdits } from '../staged/use-staging';
import { type Block, type PasteRange, pasteRange, pastedCell, readPasted, textsIn } from './pasted-cells';

export interface PastedCellsInput {
  readonly grid: Pick<ResultGrid, 'handle' | 'selection' | 'readShown'> & {
    readonly props: Pick<ResultGrid['props'], 'onSelect'>;
  };
  readonly columns: readonly GridColumn[];
  readonly staging: Pick<StagedEdits, 'stage'>;
  /** Tells why nothing can be staged; undefined where it can. */
  readonly onLocked: (() => void) | undefined;
  /** Opens the editor of a cell with a text in it. */
  readonly onEdit: (cell: Cell, text: string) => void;
  /** Goes back to a refused text; false where none stands. */
  readonly backToRefused: () => boolean;
  /** Shows the text as rows to import. */
  readonly onImport: (text: string) => void;
}

/** More than this is no work of single edits any more. */
const mostRows = 5000;

interface Staged {
  readonly row: ShownRow;
  readonly name: string;
  readonly set: Extract<ReturnType<typeof pastedCell>, { readonly kind: 'set' }>;
}

export function usePastedCells(input: PastedCellsInput): void {
  const { grid, columns, staging, onLocked, onEdit, backToRefused, onImport } = input;

  const refuse = (text: string, sentence: string): void =>
    void showToast({
      tone: 'bad',
      title: t`Nothing was pasted`,
      text: sentence,
      action: { label: t`Import as rows…`, onAction: () => onImport(text) },
    });
  /** What to stage, or the sentence that says why none of it is. */
  const plan = async (block: Block, range: PasteRange): Promise<readonly Staged[] | string> => {
    const staged: Staged[] = [];
    const textAt = textsIn(range, block);
    for (let place = range.top; place <= range.bottom; place += 1) {
      const row = await grid.readShown(place);
      if (row === undefined) {
        return tooFew(place - range.top, block.length);
      }
      for (let at = range.left; at <= range.right; at += 1) {
        const column = columns[at];
        const own = textAt(place, at);
        if (column === undefined || own === undefined) continue;
        const cell = pastedCell(row, column, own);
        if (cell.kind === 'refused') return t`${column.name} of ${row.entity.rowKey}: ${cell.sentence}`;
        if (cell.kind === 'set') staged.push({ row, name: column.name, set: cell });
      }
    }
    return staged;
  };
  const paste = async (text: string, block: Block, range: PasteRange): Promise<void> => {
    const staged = await plan(block, range);
    if (typeof staged === 'string') {
      refuse(text, staged);
      return;
    }
    grid.props.onSelect({
      anchor: { row: range.bottom, column: range.right },
      active: { row: range.top, column: range.left },
      ...{ span: 'cells', others: [] },
    });
    if (staged.length === 0) {
      showToast({ tone: 'information', title: t`The cells hold this already` });
      return;
    }
    staging.stage((before) =>
      staged.reduce(
        (all, { row, set: { name, value } }) => stageProperty(all, row, { kind: 'set', name, value }),
        before,
      ),
    );
    const doubtful = staged.find(({ set }) => set.doubtful !== undefined);
    showToast({
      tone: 'good',
      title: t`Pasted and staged ${counted(staged.length, 'value')}`,
      ...(doubtful === undefined
        ? {}
        : { text: t`${doubtful.name} of ${doubtful.row.entity.rowKey}: ${doubtful.set.doubtful ?? ''}` }),
    });
  };
  const pasteOne = async (text: string, cell: Cell): Promise<void> => {
    const row = await grid.readShown(cell.row);
    const column = columns[cell.column];
    if (row === undefined || column === undefined) return;
    const judged = pastedCell(row, column, text);
    const isPlain = judged.kind === 'same' || (judged.kind === 'set' && judged.doubtful === undefined);
    // The editor says what is wrong with it, and holds it until it is mended or given up.
    if (!isPlain && column.source !== 'timestamp') onEdit(cell, text);
    else await paste(text, [[text]], { top: cell.row, bottom: cell.row, left: cell.column, right: cell.column });
  };

  const take = useEffectEvent((event: ClipboardEvent) => {
    const { selection } = grid;
    if (event.defaultPrevented || selection === undefined || grid.handle.current?.hasKeyboard() !== true) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const block = readPasted(text);
    if (text === '' || block === null) return;
    const range = pasteRange(selection, block);
    const isBlock = block.length > 1 || (block[0]?.length ?? 0) > 1;
    const first = columns[range.left];
    // Rows that are laid over the keys are other rows.
    if (first === undefined || (isBlock && isKey(first))) return;
    event.preventDefault();
    if (backToRefused()) return;
    if (onLocked !== undefined) return onLocked();
    const isOne = range.top === range.bottom && range.left === range.right;
    if (isOne) return void pasteOne(block[0]?.[0] ?? '', { row: range.top, column: range.left });
    if (range.right >= columns.length) {
      return refuse(text, tooNarrow(columns.length - range.left, range.right - range.left + 1));
    }
    if (range.bottom - range.top >= mostRows) {
      return refuse(text, t`At most ${formatCount(mostRows)} rows are staged at once. Import them, or paste fewer.`);
    }
    void paste(text, block, range);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent): void => take(event);
    // Before whoever takes what is pasted anywhere in the view.
    window.addEventListener('paste', listen, { capture: true });
    return () => window.removeEventListener('paste', listen, { capture: true });
  }, []);
}

function tooFew(there: number, copied: number): string {
  const wanted = formatCount(copied);
  return plural(
    there,
  )`From this cell on, one row is loaded; ${wanted} were copied. | From this cell on, ${formatCount(there)} rows are loaded; ${wanted} were copied.`;
}

function tooNarrow(there: number, copied: number): string {
  const wanted = formatCount(copied);
  return plural(
    there,
  )`From this cell on, there is one column; ${wanted} were copied. | From this cell on, there are ${formatCount(there)} columns; ${wanted} were copied.`;
}
