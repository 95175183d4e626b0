// What an export can take, how much that is as far as anybody knows, and what its file would be called. Pure.
import type { ExportFormat, ExportSource } from '@shared/model/table-export';
import type { TableQuery } from '@shared/query/filter';
import { checkedFilter } from '@shared/query/key-filter';
import { formatBytes, formatCount } from '@shared/units';
import type { EntityKeys } from './selected-keys';

export type ExportScope = 'result' | 'selection' | 'table';

/** What the tab has to export. */
export interface ExportOffer {
  readonly table: string;
  /** Of the result on screen, or of the query bar; undefined where neither is there. */
  readonly query: TableQuery | undefined;
  /** Rows and bytes of the result that were read so far. */
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly isComplete: boolean;
  readonly selectedRows: number;
  /** Names of the columns on screen, keys among them, in their order. */
  readonly shownColumns: readonly string[];
}

/** Each selected row is a request of its own; beyond this a query is the way. */
export const mostSelected = 50_000;

/** The result stands here only where it is something else than the whole table. */
export function scopesOf(offer: ExportOffer): readonly ExportScope[] {
  return [
    ...(isNarrowed(offer.query) ? (['result'] as const) : []),
    ...(offer.selectedRows > 0 ? (['selection'] as const) : []),
    'table',
  ];
}

/** More than one selected row was selected on purpose. */
export function usualScope(offer: ExportOffer): ExportScope {
  const scopes = scopesOf(offer);
  if (offer.selectedRows > 1 && offer.selectedRows <= mostSelected) return 'selection';
  return scopes.includes('result') ? 'result' : 'table';
}

export function scopeLabel(scope: ExportScope, { selectedRows }: ExportOffer): string {
  switch (scope) {
    case 'result':
      return 'Query result';
    case 'selection':
      return selectedRows === 1 ? 'Selected row' : `${formatCount(selectedRows)} selected rows`;
    case 'table':
      return 'Whole table';
  }
}

/** The filter of the result; empty for none. */
export function filterOf(query: TableQuery | undefined): string {
  return query === undefined ? '' : checkedFilter(query).text;
}

/** How much it is, in a sentence that promises nothing unknown. */
export function amountWords(scope: ExportScope, offer: ExportOffer): string {
  const { rowsRead, bytesRead, isComplete, selectedRows, query } = offer;
  if (scope === 'selection') {
    return selectedRows > mostSelected
      ? `At most ${formatCount(mostSelected)} selected rows can be exported, for each is read by a request of its own. Export the query result instead.`
      : `Read again by ${countOf(selectedRows, 'request')}, one a row, so that the file holds what the service holds now.`;
  }
  const isRead = scope === 'result' || !isNarrowed(query);
  if (!isRead || rowsRead === 0) return 'How many rows these are is not known before they are read.';
  const bytesEach = bytesRead / rowsRead;
  if (!isComplete) {
    return `At least ${countOf(rowsRead, 'row')}; how many in all is not known before they are read. About ${formatBytes(bytesEach * 1000)} a thousand rows.`;
  }
  return `${countOf(rowsRead, 'row')}, about ${formatBytes(bytesRead)} in ${countOf(Math.max(1, Math.ceil(rowsRead / 1000)), 'request')} or a few more.`;
}

export function sourceOf(scope: Exclude<ExportScope, 'selection'>, { query, table }: ExportOffer): ExportSource {
  return { kind: 'query', query: scope === 'result' && query !== undefined ? query : wholeTable(table) };
}

function wholeTable(table: string): TableQuery {
  return { table, partitionKey: { kind: 'any' }, rowKey: { kind: 'any' }, select: [], pageSize: 1000 };
}

export function keysOf(table: string, keys: EntityKeys): ExportSource {
  return { kind: 'keys', table, keys };
}

/** As the engine takes them: none named means all. The keys are always among those on screen. */
export function columnsOf(choice: 'all' | 'shown', { shownColumns }: ExportOffer): string[] {
  return choice === 'all' ? [] : [...shownColumns];
}

export function suggestedName(scope: ExportScope, format: ExportFormat, { table, selectedRows }: ExportOffer): string {
  const what = { result: '-result', selection: `-${selectedRows}-rows`, table: '' }[scope];
  return `${table}${what}.${format}`;
}

function isNarrowed(query: TableQuery | undefined): boolean {
  return query !== undefined && (query.limit !== undefined || filterOf(query) !== '');
}

function countOf(count: number, one: string): string {
  return `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`;
}
