// What an export can include, the selected rows handed over to it, their number if known, and the suggested file name.
import { type ExportFormat, type ExportSource, exportExtensions } from '@shared/model/table-export';
import { withoutIndexRows } from '@shared/indexes/without-index-rows';
import { type TableQuery, wholeTable } from '@shared/model/table-query';
import { checkedFilter } from '@shared/query/key-filter';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { call } from '@renderer/bridge';
import type { Entity } from '@shared/model/entity';
import { rowStretches } from '../grid/selection';
import type { ResultGrid } from '../grid/use-result-grid';

export type ExportScope = 'result' | 'selection' | 'table';

/** What the tab can export. */
export interface ExportOptions {
  readonly table: string;
  /** The query of the result on screen, or of the query bar; undefined if there is neither. */
  readonly query: TableQuery | undefined;
  /** Rows and bytes of the result that have been read. */
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly isComplete: boolean;
  readonly selectedRows: number;
  /** Names of the columns on screen, keys among them, in their order. */
  readonly shownColumns: readonly string[];
  /** Names of all columns that were read, those on screen first and in their order. */
  readonly knownColumns: readonly string[];
  /** The properties that were fetched; empty for all. */
  readonly readColumns: readonly string[];
}

/** The columns: every property that occurs, those on screen, or a custom choice. */
export type ColumnsChoice = 'all' | 'shown' | 'chosen';

export interface ChosenColumn {
  readonly name: string;
  readonly isChosen: boolean;
}

/** The source of the selected rows. */
export type RowsFrom = 'as-read' | 'again';

/** More rows should be exported by a query. */
export const maxSelected = 50_000;

/** Whether the fetched properties include the columns. @param columns as the engine takes them */
export function canTakeAsRead({ readColumns }: ExportOptions, columns: readonly string[]): boolean {
  if (readColumns.length === 0) return true;
  const read = new Set(['PartitionKey', 'RowKey', 'Timestamp', ...readColumns]);
  return columns.length > 0 && columns.every((name) => read.has(name));
}

/** Columns on screen are chosen, the others follow. Keys always come first in the file and are not listed. */
export function columnsToChoose({ knownColumns, shownColumns }: ExportOptions): readonly ChosenColumn[] {
  const shown = new Set(shownColumns);
  const isKey = (name: string): boolean => ['PartitionKey', 'RowKey'].includes(name);
  return knownColumns.filter((name) => !isKey(name)).map((name) => ({ name, isChosen: shown.has(name) }));
}

/** Moves one position up or down; unchanged at the end. */
export function movedColumn(columns: readonly ChosenColumn[], name: string, by: -1 | 1): readonly ChosenColumn[] {
  const from = columns.findIndex((column) => column.name === name);
  const [column, other] = [columns[from], columns[from + by]];
  if (column === undefined || other === undefined) return columns;
  return columns.map((one, index) => (index === from ? other : index === from + by ? column : one));
}

/** The result is listed only if it differs from the whole table. */
export function scopesOf(options: ExportOptions): readonly ExportScope[] {
  return [
    ...(isNarrowed(options.query) ? (['result'] as const) : []),
    ...(options.selectedRows > 0 ? (['selection'] as const) : []),
    'table',
  ];
}

/** A selection of several rows was made on purpose. */
export function defaultScope(options: ExportOptions): ExportScope {
  const scopes = scopesOf(options);
  if (options.selectedRows > 1 && options.selectedRows <= maxSelected) return 'selection';
  return scopes.includes('result') ? 'result' : 'table';
}

export function scopeLabel(scope: ExportScope, { selectedRows }: ExportOptions): string {
  switch (scope) {
    case 'result':
      return t`Query result`;
    case 'selection':
      return selectedRows === 1 ? t`Selected row` : t`${formatCount(selectedRows)} selected rows`;
    case 'table':
      return t`Whole table`;
  }
}

/** The filter of the result; empty for none. */
export function filterOf(query: TableQuery | undefined): string {
  return query === undefined ? '' : checkedFilter(query).text;
}

/** The known part of the amount. */
export function amountText(scope: ExportScope, options: ExportOptions, from: RowsFrom): string {
  const { rowsRead, bytesRead, isComplete, selectedRows, query } = options;
  if (scope === 'selection' && from === 'as-read') {
    return t`${counted(selectedRows, 'row')} as loaded, without staged changes. Sends no requests.`;
  }
  if (scope === 'selection') {
    return selectedRows > maxSelected
      ? t`At most ${formatCount(maxSelected)} selected rows can be read again. Export them as loaded, or export the query result.`
      : t`Reads the rows again by their keys, so the file contains the current values. Adjacent rows share a request.`;
  }
  const isRead = scope === 'result' || !isNarrowed(query);
  if (!isRead || rowsRead === 0) return t`The number of rows is unknown until they are read.`;
  const bytesEach = bytesRead / rowsRead;
  if (!isComplete) {
    return t`At least ${counted(rowsRead, 'row')}; the total is unknown until the rows are read. About ${formatBytes(bytesEach * 1000)} per thousand rows.`;
  }
  return t`${counted(rowsRead, 'row')} when the query ran, about ${formatBytes(bytesRead)} in ${counted(Math.max(1, Math.ceil(rowsRead / 1000)), 'request')} or slightly more.`;
}

/** @param indexRows whether rows of indexes and their definitions are in the file */
export function sourceOf(
  scope: Exclude<ExportScope, 'selection'>,
  { query, table }: ExportOptions,
  indexRows: 'with' | 'without',
): ExportSource {
  const whole = scope === 'result' && query !== undefined ? query : wholeTable(table);
  return { kind: 'query', query: indexRows === 'without' ? withoutIndexRows(whole) : whole };
}

export function keysOf(table: string, keys: EntityKeys): ExportSource {
  return { kind: 'keys', table, keys };
}

/** The columns for the engine: an empty list means all. The keys are always included. */
export function columnsOf(
  choice: ColumnsChoice,
  { shownColumns }: ExportOptions,
  chosen: readonly ChosenColumn[],
): string[] {
  switch (choice) {
    case 'all':
      return [];
    case 'shown':
      return [...shownColumns];
    case 'chosen':
      return ['PartitionKey', 'RowKey', ...chosen.filter(({ isChosen }) => isChosen).map(({ name }) => name)];
  }
}

export function suggestedName(
  scope: ExportScope,
  format: ExportFormat,
  { table, selectedRows }: ExportOptions,
): string {
  const what = { result: '-result', selection: `-${selectedRows}-rows`, table: '' }[scope];
  return `${table}${what}.${exportExtensions[format]}`;
}

function isNarrowed(query: TableQuery | undefined): boolean {
  return query !== undefined && (query.limit !== undefined || filterOf(query) !== '');
}

export type EntityKeys = Extract<ExportSource, { kind: 'keys' }>['keys'];

type Selected = Pick<ResultGrid, 'selection' | 'readShown'>;

/** The selected rows as they were read, without staged changes, from memory or disk. Throws if reading fails. */
export async function* selectedRows({ selection, readShown }: Selected): AsyncGenerator<Entity, void, undefined> {
  for (const { top, bottom } of selection === undefined ? [] : rowStretches(selection)) {
    for (let index = top; index <= bottom; index += 1) {
      const row = (await readShown(index))?.read;
      if (row !== undefined) yield row;
    }
  }
}

/** Throws if reading the rows fails. */
export async function selectedKeys(selected: Selected): Promise<EntityKeys> {
  const keys: EntityKeys = [];
  for await (const { partitionKey, rowKey } of selectedRows(selected)) keys.push({ partitionKey, rowKey });
  return keys;
}

const rowsAtOnce = 500;

/** Hands the rows to the engine, so that an export need not read them again. Throws if reading or the call fails. */
export async function handOver(
  rows: AsyncIterable<Entity>,
): Promise<{ readonly handId: string; readonly rows: number }> {
  const handId = crypto.randomUUID();
  let count = 0;
  let part: Entity[] = [];
  const send = async (): Promise<void> => {
    if (part.length === 0) return;
    count += part.length;
    await call('exports.hand-over', { handId, rows: part });
    part = [];
  };
  for await (const row of rows) {
    part.push(row);
    if (part.length === rowsAtOnce) await send();
  }
  await send();
  return { handId, rows: count };
}
