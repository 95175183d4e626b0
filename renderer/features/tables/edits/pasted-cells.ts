// Maps text from the clipboard to cells of the grid: its cells, the target range, and the change that each one stages.
// Pure; nothing here reads rows or stages.
import type { TableService } from '@shared/model/table-service';
import type { EdmValue } from '@shared/model/entity';
import { detectDelimiter } from '@shared/import/delimiter';
import { t } from '@shared/strings/t';
import { KiB, MiB } from '@shared/units';
import { visibleLine } from '@shared/visible-text';
import { type GridColumn, cellValue, isKey } from '../result/grid-column';
import { type Selection, rangeOf, rangesOf } from '../grid/selection';
import { type ShownRow, isSettled } from '../staging/staged-rows';
import { exactText, typeName } from '../result/value-format';
import { readTyped, storedValueProblemOf, typeInColumn } from './value-draft';

/** Cells by row, as spreadsheets copy them; rows may differ in length. */
export type Block = readonly (readonly string[])[];

/** Cells of the grid, both ends included. */
export interface PasteRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

type PastedCell =
  | { readonly kind: 'same' }
  /** `doubtful`: why the value is not exactly the pasted text. */
  | { readonly kind: 'set'; readonly name: string; readonly value: EdmValue; readonly doubtful?: string }
  | { readonly kind: 'rejected'; readonly sentence: string };

/** Larger changes are bulk edits or imports. */
export const maxStagedRows = 5000;
export const maxStagedCells = 50_000;
/** Text of the clipboard that is taken apart here, while the window waits: a tenth of a second. */
const maxPastedCharacters = 4 * MiB;
/** Beyond, a line names no columns: a table has 255, with names of 255 characters. */
const longestNames = 128 * KiB;

/** A cell in quotes may hold tabs and line ends; a quote that is not closed before the next separator is plain text. */
const nextCell = /"((?:[^"]|"")*)"(?=\t|\r?\n|$)|[^\t\r\n]*/y;

/**
 * The cells of a text; `too much` where there are more than could be staged. Null for rows that bring their keys or are JSON: those are an import, wherever the focus is.
 * JSON that is not a list of rows is the text of one cell.
 */
export function readPasted(text: string): Block | 'too much' | null {
  if (text.length > maxPastedCharacters) return 'too much';
  const json = /^ *[[{]/.test(text) ? parsed(text) : undefined;
  if (json !== undefined) return isRows(json) ? null : [[text]];
  return isJsonLines(text) || bringsKeys(text) ? null : readBlock(text);
}

/** One object per line. Braces alone are not enough: GUIDs can be written in them. */
function isJsonLines(text: string): boolean {
  const [, first] = /^ *(\{[^\n]*\})\s*\n/.exec(text) ?? [];
  return first !== undefined && parsed(first) !== undefined;
}

/** Whether the first line names both keys, with any delimiter. */
function bringsKeys(text: string): boolean {
  const [line = ''] = /^[^\r\n]*/.exec(text.slice(0, longestNames).replace(/^\ufeff/, '')) ?? [];
  const names = line.split(detectDelimiter(line)).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim()
      .replace(/:.*$/, ''),
  );
  return names.includes('PartitionKey') && names.includes('RowKey');
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

/** Tabs separate cells and line ends rows; a final line end starts no row. */
function readBlock(text: string): Block | 'too much' {
  const rows: string[][] = [[]];
  let at = 0;
  for (let cells = 1; ; cells += 1) {
    if (cells > maxStagedCells || rows.length > maxStagedRows) return 'too much';
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

/**
 * The target of a block: a single text fills the whole selection, a larger block one range. Null for a larger block when
 * several ranges are selected.
 */
export function pasteRanges(selection: Selection, block: Block): readonly PasteRange[] | null {
  if (selection.span === 'rows' || selection.others.length === 0) return [pasteRange(selection, block)];
  return block.length === 1 && widthOf(block) === 1 ? rangesOf(selection) : null;
}

/**
 * The selected range if the block fills it a whole number of times; otherwise the size of the block from the first
 * cell.
 */
export function pasteRange(selection: Selection, block: Block): PasteRange {
  const height = block.length;
  const width = widthOf(block);
  const { top, left, bottom, right } =
    selection.span === 'cells'
      ? rangeOf(selection)
      : {
          top: selection.active.row,
          bottom: selection.active.row,
          left: selection.active.column,
          right: selection.active.column,
        };
  const fills = (bottom - top + 1) % height === 0 && (right - left + 1) % width === 0;
  return fills ? { top, left, bottom, right } : { top, left, bottom: top + height - 1, right: left + width - 1 };
}

/** The rows of all ranges from top to bottom, each once. */
export function indexesOf(ranges: readonly PasteRange[]): readonly number[] {
  const indexes = new Set<number>();
  for (const { top, bottom } of ranges) {
    for (let index = top; index <= bottom; index += 1) indexes.add(index);
  }
  return [...indexes].sort((left, right) => left - right);
}

/** Whether the ranges exceed what can be staged at once. */
export function areTooMany(ranges: readonly PasteRange[]): boolean {
  const cells = ranges.reduce((sum, { top, bottom, left, right }) => sum + (bottom - top + 1) * (right - left + 1), 0);
  return cells > maxStagedCells || indexesOf(ranges).length > maxStagedRows;
}

/** The texts for a row of the grid by column, within the ranges; none where the row of the block is shorter. */
export function textsIn(ranges: readonly PasteRange[], block: Block): (index: number) => ReadonlyMap<number, string> {
  const width = widthOf(block);
  return (index) => {
    const texts = new Map<number, string>();
    for (const { top, bottom, left, right } of ranges) {
      if (index < top || bottom < index) continue;
      const row = block[(index - top) % block.length];
      for (let at = left; at <= right; at += 1) {
        const text = row?.[(at - left) % width];
        if (text !== undefined) texts.set(at, text);
      }
    }
    return texts;
  };
}

function widthOf(block: Block): number {
  return block.reduce((max, { length }) => Math.max(max, length), 0);
}

/** The effect of a text on one cell. An empty text leaves it unchanged. */
export function pastedCell(
  row: ShownRow,
  column: GridColumn,
  text: string,
  service: TableService = 'storage',
): PastedCell {
  const { name } = column;
  const before = cellValue(row.entity, column);
  if (text === '' || (before !== undefined && text === exactText(before))) return { kind: 'same' };
  if (column.source === 'timestamp') return rejectedCell(t`The service sets the Timestamp.`);
  if (isKey(column)) return rejectedCell(t`Keys can only be changed one row at a time.`);
  if (isSettled(row)) return rejectedCell(t`The row will be deleted.`);
  const type = typeInColumn(column, before);
  if (text.trim() === '' && type !== 'Edm.String' && type !== 'Edm.Binary') {
    return rejectedCell(
      t`Spaces are not a value of type ${typeName(type)}. To leave a value unchanged, leave the cell empty.`,
    );
  }
  const read = readTyped(text, type);
  if (read.kind === 'rejected') return rejectedCell(read.sentence);
  const problem = storedValueProblemOf(name, read.value, service);
  if (problem !== undefined) return rejectedCell(problem);
  const set = { kind: 'set', name, value: read.value } as const;
  return read.kind === 'doubtful' ? { ...set, doubtful: read.sentence } : set;
}

function rejectedCell(sentence: string): PastedCell {
  return { kind: 'rejected', sentence };
}

const longestName = 60;

/** Names a cell in a message: property and distinguishing key, on one line of readable length. */
export function cellText({ entity }: Pick<ShownRow, 'entity'>, property: string): string {
  const key = entity.rowKey === '' ? entity.partitionKey : entity.rowKey;
  return key === '' ? shownName(property) : t`${shownName(property)} of ${shownName(key)}`;
}

function shownName(name: string): string {
  const characters = [...visibleLine(name)];
  return characters.length > longestName ? `${characters.slice(0, longestName).join('')}…` : characters.join('');
}
