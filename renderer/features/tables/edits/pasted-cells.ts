// Maps text from the clipboard to cells of the grid: its cells, the target range, and the change that each one stages.
// Pure; nothing here reads rows or stages.
import type { EdmValue } from '@shared/model/entity';
import { detectDelimiter } from '@shared/import/delimiter';
import { t } from '@shared/strings/t';
import { visibleLine } from '@shared/visible-text';
import { type GridColumn, cellValue, isKey } from '../result/grid-column';
import { type Selection, rangeOf, rangesOf } from '../grid/selection';
import { type ShownRow, isSettled } from '../staging/staged-rows';
import { exactText, typeName } from '../result/value-format';
import { readTyped, storedValueProblemOf, typeInColumn } from './value-draft';

/** Cells by row, as sheets put them on the clipboard; rows may differ in length. */
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
  /** `doubtful`: why the value is not exactly what was pasted. */
  | { readonly kind: 'set'; readonly name: string; readonly value: EdmValue; readonly doubtful?: string }
  | { readonly kind: 'refused'; readonly sentence: string };

/** More than this is no work of single edits any more. */
export const maxStagedRows = 5000;
export const maxStagedCells = 50_000;

/** A cell in quotes may hold tabs and line ends; a quote that is not closed before the next separator is plain text. */
const nextCell = /"((?:[^"]|"")*)"(?=\t|\r?\n|$)|[^\t\r\n]*/y;

/**
 * The cells of a text; null for one whose rows bring their keys along or are JSON: that is an import, wherever the
 * keyboard is. JSON that is no list of rows is the text of one cell.
 */
export function readPasted(text: string): Block | null {
  const json = /^ *[[{]/.test(text) ? parsed(text) : undefined;
  if (json !== undefined) return isRows(json) ? null : [[text]];
  return isJsonLines(text) || bringsKeys(text) ? null : readBlock(text);
}

/** Objects, each on a line of its own. Braces alone make none: some write GUIDs in them. */
function isJsonLines(text: string): boolean {
  const [, first] = /^ *(\{[^\n]*\})\s*\n/.exec(text) ?? [];
  return first !== undefined && parsed(first) !== undefined;
}

/** Whether the first line names both keys, whatever divides it. */
function bringsKeys(text: string): boolean {
  const [line = ''] = /^[^\r\n]*/.exec(text.replace(/^\ufeff/, '')) ?? [];
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

/**
 * Where a block goes: one text to everything that is selected, a larger block to one range. Null for a larger block where
 * several ranges are selected.
 */
export function pasteRanges(selection: Selection, block: Block): readonly PasteRange[] | null {
  if (selection.span === 'rows' || selection.others.length === 0) return [pasteRange(selection, block)];
  return block.length === 1 && widthOf(block) === 1 ? rangesOf(selection) : null;
}

/** The selected range where the block fills it a whole number of times; otherwise its own size from the first cell on. */
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

/** Whether the ranges reach further than what is staged at once. */
export function areTooMany(ranges: readonly PasteRange[]): boolean {
  const cells = ranges.reduce((sum, { top, bottom, left, right }) => sum + (bottom - top + 1) * (right - left + 1), 0);
  return cells > maxStagedCells || indexesOf(ranges).length > maxStagedRows;
}

/** Texts of a row of the grid by column, within the ranges; none where the block has a shorter row. */
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

/** What a text does to one cell. An empty one leaves it as it is. */
export function pastedCell(row: ShownRow, column: GridColumn, text: string): PastedCell {
  const { name } = column;
  const before = cellValue(row.entity, column);
  if (text === '' || (before !== undefined && text === exactText(before))) return { kind: 'same' };
  if (column.source === 'timestamp') return rejectedCell(t`The service sets the Timestamp by itself.`);
  if (isKey(column)) return rejectedCell(t`Keys are changed one row at a time.`);
  if (isSettled(row)) return rejectedCell(t`The row is deleted.`);
  const type = typeInColumn(column, before);
  if (text.trim() === '' && type !== 'Edm.String' && type !== 'Edm.Binary') {
    return rejectedCell(
      t`Blanks are not a value of type ${typeName(type)}. An empty cell would leave the value as it is.`,
    );
  }
  const read = readTyped(text, type);
  if (read.kind === 'refused') return rejectedCell(read.sentence);
  const problem = storedValueProblemOf(name, read.value);
  if (problem !== undefined) return rejectedCell(problem);
  const set = { kind: 'set', name, value: read.value } as const;
  return read.kind === 'doubtful' ? { ...set, doubtful: read.sentence } : set;
}

function rejectedCell(sentence: string): PastedCell {
  return { kind: 'refused', sentence };
}

const longestName = 60;

/** Which cell a sentence is about: its row by the key that tells it apart, on one line and not longer than can be read. */
export function cellText({ entity }: Pick<ShownRow, 'entity'>, property: string): string {
  const key = entity.rowKey === '' ? entity.partitionKey : entity.rowKey;
  return key === '' ? shownName(property) : t`${shownName(property)} of ${shownName(key)}`;
}

function shownName(name: string): string {
  const characters = [...visibleLine(name)];
  return characters.length > longestName ? `${characters.slice(0, longestName).join('')}…` : characters.join('');
}
