// The selection as text for other programs (tab-separated, comma-separated, a table in Markdown, or JSON in the service's
// form), and copying it to the clipboard, with a confirmation that points out if it is only part of the result.
import type { Entity } from '@shared/model/entity';
import { entityJson } from '../result/entity-json';
import { exactText } from '../result/value-format';
import { type GridColumn, cellValue } from '../result/grid-column';
import { markdownHead, markdownRow } from './markdown-table';
import { type Selection, type SelectionRange, isOfRows, rangesOf, rowStretches } from './selection';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { call } from '@renderer/bridge';
import { showFailure, showToast } from '@renderer/ui';

export type CopyForm = 'tsv' | 'tsv-with-names' | 'csv' | 'markdown' | 'json';

interface CopySource {
  /** The row shown at a position. */
  readonly row: (index: number) => Promise<Entity | undefined>;
  readonly columns: readonly GridColumn[];
}

interface CopiedText {
  readonly text: string;
  readonly rows: number;
  readonly columns: number;
}

/** A clipboard is no file: beyond this many characters other programs and the window itself suffer. */
const maxCharacters = 64 * 2 ** 20;

/** For the clipboard. */
export class TooMuchText extends Error {}

/** @throws TooMuchText when the text would become longer than `maxCharacters` */
export async function copiedText(form: CopyForm, selection: Selection, source: CopySource): Promise<CopiedText> {
  const ranges = rangesOf(selection);
  const columns = source.columns.filter((_, at) => ranges.some((range) => at >= range.left && at <= range.right));
  const positionOf = new Map(source.columns.map((column, at) => [column, at]));
  const pieces: string[] = [];
  let characters = 0;
  let rows = 0;
  const lineOf = (texts: readonly string[]): string => {
    if (form === 'markdown') return markdownRow(texts);
    const separator = form === 'csv' ? ',' : '\t';
    return texts.map((text) => quoted(text, separator)).join(separator);
  };
  if (form === 'markdown') pieces.push(...markdownHead(columns));
  if (form === 'csv' || form === 'tsv-with-names') pieces.push(lineOf(columns.map(({ name }) => name)));
  for (const { top, bottom } of rowStretches(selection)) {
    for (let index = top; index <= bottom; index += 1) {
      const row = await source.row(index);
      if (row === undefined) continue;
      const own = ranges.filter((range) => index >= range.top && index <= range.bottom);
      const isIn = (column: GridColumn): boolean => isSelected(own, positionOf.get(column) ?? -1);
      const piece =
        form === 'json'
          ? entityJson(isOfRows(selection) ? row : onlyColumns(row, columns.filter(isIn)))
          : lineOf(columns.map((column) => (isIn(column) ? cellText(row, column) : '')));
      pieces.push(piece);
      rows += 1;
      // With its separator, and in a list of JSON with its indentation.
      characters += piece.length + (form === 'json' ? 4 + 2 * piece.split('\n').length : 2);
      if (characters > maxCharacters) throw new TooMuchText();
    }
  }
  const text = joined(form, pieces);
  if (text.length > maxCharacters) throw new TooMuchText();
  return { text, rows, columns: columns.length };
}

function joined(form: CopyForm, pieces: readonly string[]): string {
  switch (form) {
    case 'json':
      return jsonList(pieces);
    case 'csv':
      return pieces.join('\r\n');
    case 'markdown':
      return pieces.join('\n');
    case 'tsv':
    case 'tsv-with-names':
      return sheetText(pieces);
  }
}

/**
 * Text that is read back as exactly these lines: an empty last line gets an explicit end, as the previous line's end
 * would pass for it, and cells that begin like JSON are not taken for it.
 */
function sheetText(lines: readonly string[]): string {
  const [first = ''] = lines;
  const isOneCell = lines.length === 1 && !first.includes('\t');
  const opening = isOneCell ? first : first.replace(/^ *[[{][^\t]*/, '"$&"');
  const all = [opening, ...lines.slice(1)].join('\n');
  return lines.length > 1 && lines.at(-1) === '' ? `${all}\n` : all;
}

function isSelected(ranges: readonly SelectionRange[], column: number): boolean {
  return ranges.some((range) => column >= range.left && column <= range.right);
}

/** One entity alone, several as a list. */
function jsonList(entities: readonly string[]): string {
  const [only = '[]'] = entities;
  // Only line feeds: `^` also matches behind the line separators of Unicode, which may stand in a value.
  const indented = entities.map((text) => `  ${text.replaceAll('\n', '\n  ')}`);
  return entities.length === 1 ? only : `[\n${indented.join(',\n')}\n]`;
}

/** The keys, which identify the rows of these values, and the columns. */
function onlyColumns(row: Entity, columns: readonly GridColumn[]): Entity {
  const names = new Set(columns.filter(({ source }) => source === 'property').map(({ name }) => name));
  return {
    ...row,
    etag: '',
    timestamp: columns.some(({ source }) => source === 'timestamp') ? row.timestamp : '',
    properties: row.properties.filter(({ name }) => names.has(name)),
  };
}

function cellText(row: Entity, column: GridColumn): string {
  const value = cellValue(row, column);
  return value === undefined ? '' : exactText(value);
}

function quoted(text: string, separator: string): string {
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replace(/"/g, '""')}"` : text;
}

/** @param isPart of these many copied rows, whether the result has more than is loaded */
export function copyCells(
  form: CopyForm,
  selection: Selection,
  source: CopySource,
  isPart: (rows: number) => boolean,
): void {
  copiedText(form, selection, source)
    .then(async ({ text, rows, columns }) => {
      await call('clipboard.write', { text });
      showToast({
        tone: 'good',
        title: t`Copied ${copiedRangeText(rows, columns)}`,
        ...(isPart(rows) ? { text: t`All loaded rows; the result has more.` } : {}),
        topic: 'clipboard',
      });
    })
    .catch((thrown: unknown) => {
      const title = t`Could not copy`;
      if (!(thrown instanceof TooMuchText)) return showFailure(thrown, title);
      const max = formatBytes(maxCharacters);
      const text = t`The selection has more than ${max} of text, which is too much for the clipboard. Select fewer rows, or export them to a file.`;
      showToast({ tone: 'bad', title, text });
    });
}

function copiedRangeText(rows: number, columns: number): string {
  if (rows === 1 && columns === 1) return t`one cell`;
  const of = plural(columns)`one column | ${formatCount(columns)} columns`;
  return t`${counted(rows, 'row')} of ${of}`;
}
