// What text from the clipboard becomes in the cells of the grid: its cells, the range they go to, and what each one
// stages. Pure; nothing here reads rows or stages.
import type { EdmValue } from '@shared/model/entity';
import { t } from '@shared/strings/t';
import { type GridColumn, cellValue, isKey } from '../columns/grid-column';
import { type Selection, rangeOf } from '../grid/selection';
import { isSettled } from '../staged/stage-row';
import type { ShownRow } from '../staged/staged-rows';
import { exactText } from '../values/value-format';
import { valueProblemOf } from './property-problem';
import { readTyped, typeInColumn } from './typed-text';

/** Cells by row, as sheets put them on the clipboard; rows may differ in length. */
export type Block = readonly (readonly string[])[];

/** Cells of the grid, both ends included. */
export interface PasteRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export type PastedCell =
  | { readonly kind: 'same' }
  /** `doubtful`: why the value is not exactly what was pasted. */
  | { readonly kind: 'set'; readonly name: string; readonly value: EdmValue; readonly doubtful?: string }
  | { readonly kind: 'refused'; readonly sentence: string };

/** A cell in quotes may hold tabs and line ends; a quote that is not closed before the next separator is plain text. */
const nextCell = /"((?:[^"]|"")*)"(?=\t|\r?\n|$)|[^\t\r\n]*/y;

/**
 * The cells of a text; null for one whose rows bring their keys along or are JSON: that is an import, wherever the
 * keyboard is. JSON that is no list of rows is the text of one cell.
 */
export function readPasted(text: string): Block | null {
  const json = /^ *[[{]/.test(text) ? parsed(text) : undefined;
  if (json !== undefined) return isRows(json) ? null : [[text]];
  const block = readBlock(text);
  const names = block[0]?.map((name) => name.trim().replace(/:.*$/, '')) ?? [];
  const isJsonLines = /^ *\{.*\}\s*\n/.test(text);
  return isJsonLines || (names.includes('PartitionKey') && names.includes('RowKey')) ? null : block;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRows(json: unknown): boolean {
  if (Array.isArray(json)) return json.some((item) => typeof item === 'object' && item !== null);
  return typeof json === 'object' && json !== null && 'PartitionKey' in json;
}

/** Tabs part cells, line ends rows; the line end after the last row is none. */
function readBlock(text: string): Block {
  const rows: string[][] = [[]];
  let at = 0;
  for (;;) {
    nextCell.lastIndex = at;
    const found = nextCell.exec(text);
    rows.at(-1)?.push(found?.[1] === undefined ? (found?.[0] ?? '') : found[1].replaceAll('""', '"'));
    at += found?.[0].length ?? 0;
    const separator = /\t|\r\n?|\n/y;
    separator.lastIndex = at;
    const end = separator.exec(text)?.[0];
    if (end === undefined) return rows;
    at += end.length;
    if (end === '\t') continue;
    if (at === text.length) return rows;
    rows.push([]);
  }
}

/** The selected range where the block fills it a whole number of times; otherwise its own size from the first cell on. */
export function pasteRange(selection: Selection, block: Block): PasteRange {
  const height = block.length;
  const width = widthOf(block);
  const { top, left, bottom, right } =
    selection.span === 'cells'
      ? rangeOf(selection)
      : {
          ...{ top: selection.active.row, bottom: selection.active.row },
          ...{ left: selection.active.column, right: selection.active.column },
        };
  const fills = (bottom - top + 1) % height === 0 && (right - left + 1) % width === 0;
  return fills ? { top, left, bottom, right } : { top, left, bottom: top + height - 1, right: left + width - 1 };
}

/** Texts by row and column of the grid, within the range; undefined where the block has a shorter row. */
export function textsIn(range: PasteRange, block: Block): (row: number, column: number) => string | undefined {
  const width = widthOf(block);
  return (row, column) => block[(row - range.top) % block.length]?.[(column - range.left) % width];
}

function widthOf(block: Block): number {
  return block.reduce((most, { length }) => Math.max(most, length), 0);
}

/** What a text does to one cell. An empty one leaves it as it is. */
export function pastedCell(row: ShownRow, column: GridColumn, text: string): PastedCell {
  const { name } = column;
  const before = cellValue(row.entity, column);
  if (text === '' || (before !== undefined && text === exactText(before))) return { kind: 'same' };
  if (column.source === 'timestamp') return refused(t`The service sets the Timestamp by itself.`);
  if (isKey(column)) return refused(t`Keys are changed one row at a time.`);
  if (isSettled(row)) return refused(t`The row is deleted.`);
  const type = typeInColumn(column, before);
  const read = readTyped(text, type);
  if (read.kind === 'refused') return refused(read.sentence);
  const problem = valueProblemOf(name, read.value);
  if (problem !== undefined) return refused(problem);
  const set = { kind: 'set', name, value: read.value } as const;
  return read.kind === 'doubtful' ? { ...set, doubtful: read.sentence } : set;
}

function refused(sentence: string): PastedCell {
  return { kind: 'refused', sentence };
}
