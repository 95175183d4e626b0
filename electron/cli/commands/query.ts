// `stowage query`: runs or explains a table query; one entity per line, the cost at the end.
import { StowageError, invalidInput } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import type { PackedPage } from '@shared/rows/packed-page';
import type { PageStats, SentRequest } from '@shared/model/query-page';
import { classify, costAsSent } from '@shared/query/cost-class';
import type { FilterNode, KeyCondition, TableQuery } from '@shared/model/table-query';
import { checkedFilter } from '@shared/query/key-filter';
import { parseFilter } from '@shared/query/odata';
import { parseMoment } from '@shared/query/ticks';
import {
  type PreciseProperty,
  type WadReading,
  preciseNode,
  shardsNode,
  timeKeysOf,
  wadReading,
} from '@shared/query/wad-window';
import { unpackRows } from '@shared/rows/packed-rows';
import { formatBytes, formatDuration } from '@shared/units';
import { exitCodes } from '../exit-codes';
import { counted, parseWhole } from '../numbers';
import type { Output } from '../output';
import { createRowPrinter } from '../row-printer';
import type { CommandAction } from '../session';
import { type OpenEnds, againstTable } from './against-table';
import { textHints } from './text-hints';

export interface QueryOptions {
  readonly pk?: string;
  readonly pkPrefix?: string;
  readonly pkFrom?: string;
  readonly pkTo?: string;
  readonly rk?: string;
  readonly rkPrefix?: string;
  readonly rkFrom?: string;
  readonly rkTo?: string;
  readonly delimiter?: string;
  readonly where?: readonly string[];
  readonly filter?: string;
  readonly select?: string;
  readonly pageSize?: string;
  readonly limit?: string;
  readonly token?: string;
  readonly splitOr?: boolean;
  readonly timeFrom?: string;
  readonly timeTo?: string;
  readonly exactBounds?: boolean;
}

/**
 * The query that the options describe; every contradiction is rejected with the option's name.
 * @param time where the rows of a diagnostics table hold their exact time; null for other tables
 */
export function queryFrom(
  table: string,
  options: QueryOptions,
  time: PreciseProperty | null = 'EventTickCount',
): TableQuery {
  const conditions = ['pk', 'pkPrefix', 'pkFrom', 'pkTo', 'rk', 'rkPrefix', 'rkFrom', 'rkTo', 'where'] as const;
  if (options.filter !== undefined) {
    const clash = conditions.find((name) => options[name] !== undefined);
    if (clash) {
      throw invalidInput(
        '--filter',
        'it is the whole filter and cannot be combined with other conditions.',
        'Use either --filter or the other conditions.',
      );
    }
  }
  const partial = ['pkPrefix', 'rkPrefix', 'pkFrom', 'pkTo', 'rkFrom', 'rkTo'] as const;
  if (options.delimiter !== undefined && partial.every((name) => options[name] === undefined)) {
    const fix = 'Add --pk-prefix, --rk-prefix, --pk-to or --rk-to.';
    throw invalidInput('--delimiter', 'there is no prefix or range that it applies to.', fix);
  }
  const window = windowFrom(table, options, time);
  const times = window === null ? [] : [shardsNode(window), preciseNode(window)].filter((node) => node !== null);
  const where = [...(options.where ?? []).map((text) => parsed('--where', text)), ...times];
  const isSharded = window !== null && window.shards.length > 0;
  // The text is sent as it is. It is parsed here only so that a mistake is reported under the option's name.
  if (options.filter !== undefined && options.filter.trim() !== '') parsed('--filter', options.filter);
  return {
    table,
    partitionKey:
      window?.key === 'partitionKey' && !isSharded
        ? window.range
        : keyCondition('pk', options.pk, options.pkPrefix, options.pkFrom, options.pkTo, options.delimiter),
    rowKey:
      window?.key === 'rowKey'
        ? window.range
        : keyCondition('rk', options.rk, options.rkPrefix, options.rkFrom, options.rkTo, options.delimiter),
    ...(where.length === 0 ? {} : { where: allOf(where) }),
    ...(options.filter === undefined ? {} : { filterText: options.filter }),
    select: (options.select ?? '').split(',').filter((column) => column !== ''),
    pageSize: options.pageSize === undefined ? 1000 : parseWhole('--page-size', options.pageSize, 1, 1000),
    ...(options.limit === undefined ? {} : { limit: parseWhole('--limit', options.limit, 1, Number.MAX_SAFE_INTEGER) }),
    ...(options.splitOr || isSharded ? { splitOr: true } : {}),
  };
}

/** What of the query depends on the rows of the table. */
export function openEnds(table: string, options: QueryOptions): OpenEnds {
  const isTimed = windowFrom(table, options, 'EventTickCount')?.precise;
  return {
    exactBounds: options.exactBounds === true,
    withTimesIn: isTimed ? (time) => queryFrom(table, options, time) : null,
  };
}

/** @throws StowageError `invalid.filter` with the option as its field */
function parsed(option: string, text: string): FilterNode {
  try {
    return parseFilter(text);
  } catch (thrown) {
    const { code, message, context } = StowageError.from(thrown);
    throw new StowageError(code, message, { context: { ...context, field: option }, cause: thrown });
  }
}

function allOf(nodes: readonly FilterNode[]): FilterNode {
  const [first] = nodes;
  return nodes.length === 1 && first ? first : { kind: 'and', nodes };
}

function keyCondition(
  option: string,
  is: string | undefined,
  prefix: string | undefined,
  from: string | undefined,
  to: string | undefined,
  delimiter: string | undefined,
): KeyCondition {
  const given = [is !== undefined, prefix !== undefined, from !== undefined || to !== undefined].filter(Boolean).length;
  if (given > 1) {
    throw invalidInput(
      `--${option}`,
      'only one condition per key can be given.',
      `Use --${option}, --${option}-prefix, or --${option}-from with --${option}-to.`,
    );
  }
  if (is !== undefined) return { kind: 'is', value: is };
  if (prefix !== undefined) return { kind: 'starts-with', prefix, ...(delimiter === undefined ? {} : { delimiter }) };
  if (from !== undefined || to !== undefined) {
    return {
      kind: 'range',
      ...(from === undefined ? {} : { from: { value: from, inclusive: true } }),
      ...(to === undefined ? {} : { to: { value: to, inclusive: true } }),
      ...(delimiter === undefined || to === undefined ? {} : { delimiter }),
    };
  }
  return { kind: 'any' };
}

/** The window of a diagnostics table; null without one. */
function windowFrom(table: string, options: QueryOptions, time: PreciseProperty | null): WadReading | null {
  const { timeFrom, timeTo } = options;
  if (timeFrom === undefined && timeTo === undefined) return null;
  const given = timeFrom === undefined ? '--time-to' : '--time-from';
  if (timeFrom === undefined || timeTo === undefined) {
    throw invalidInput(given, 'a time window needs a start and an end.', 'Use --time-from and --time-to.');
  }
  const keys = timeKeysOf(table, []) ?? 'ticks';
  const names = keys === 'reversed-rows' ? rowKeyOptions : partitionKeyOptions;
  const clash = (['filter', ...names] as const).find((name) => options[name] !== undefined);
  if (clash !== undefined) {
    const key = keys === 'reversed-rows' ? 'RowKey' : 'PartitionKey';
    throw invalidInput('--time-from', `the ${key} has another condition already.`, 'Use only one of them.');
  }
  const [from, to] = [momentFrom('--time-from', timeFrom), momentFrom('--time-to', timeTo)];
  if (from >= to) throw invalidInput('--time-to', 'the window must end after it starts.', 'Swap start and end.');
  return wadReading(from, to, time, keys);
}

const partitionKeyOptions = ['pk', 'pkPrefix', 'pkFrom', 'pkTo'] as const;
const rowKeyOptions = ['rk', 'rkPrefix', 'rkFrom', 'rkTo'] as const;

function momentFrom(option: string, text: string): bigint {
  const ticks = parseMoment(text, 'utc');
  if (ticks !== null) return ticks;
  throw invalidInput(
    option,
    'it is not a time.',
    'Use a time such as 2026-10-14T02:00:00Z; without an offset it is UTC.',
  );
}

const endNote =
  'note    When the query runs, keys that continue after the end with a delimiter are included. To exclude them: --exact-bounds';

/** Whether the keys of the table decide what the end of the range includes. */
function hasOpenParts(condition: KeyCondition): boolean {
  return condition.kind === 'range' && condition.to?.inclusive === true && condition.delimiter === undefined;
}

/** `--explain`: what would be sent and what it would cost; sends nothing. */
export function explain(query: TableQuery, output: Output, { exactBounds }: QueryOptions = {}): number {
  const { node, text: filter } = checkedFilter(query);
  const verdict = classify(node);
  const { reasons, splits } = verdict;
  const costClass = costAsSent(verdict, query.splitOr);
  const text = [
    `filter  ${filter || '(none)'}`,
    `cost    ${costText(costClass, query.splitOr === true ? splits.length : 0)}`,
    ...reasons.map((reason) => `        ${reason}`),
    ...splits.map((split) => `split   ${split}`),
    ...(exactBounds || ![query.partitionKey, query.rowKey].some(hasOpenParts) ? [] : [endNote]),
  ];
  output.record({ filter, costClass, reasons, splits }, text.join('\n'));
  return exitCodes.done;
}

export function runQuery(wanted: TableQuery, options: QueryOptions): CommandAction {
  const { token } = options;
  return async (session) => {
    const query = await againstTable(wanted, openEnds(wanted.table, options), session);
    const { engine, output, signal } = session;
    const connectionId = await session.connectionId();
    const startedMs = performance.now();
    const opened = await engine.calls['tables.open'](
      { connectionId, query, ...(token === undefined ? {} : { fromToken: token }) },
      { signal },
    );
    const pages: PageStats[] = [];
    const print = createRowPrinter(output, query.select);
    let last: PackedPage | null = null;
    let found: readonly Entity[] = [];
    let interrupted = false;
    try {
      do {
        last = await engine.calls['tables.next-packed-page']({ sessionId: opened.sessionId }, { signal });
        const rows = last.blocks.flatMap(unpackRows);
        pages.push(last.stats);
        print(rows);
        await output.taken(signal);
        if (found.length === 0) found = rows;
        output.progress(`${counted(sum(pages, 'rows'), 'row')}, ${counted(pages.length, 'page')}`);
      } while (last.more);
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (error.kind !== 'cancelled') {
        // Printed rows need not be read again.
        if (last?.token) output.info(continueWith(last.token));
        throw error;
      }
      interrupted = true;
    } finally {
      await engine.calls['tables.close']({ sessionId: opened.sessionId }, { signal: new AbortController().signal });
    }
    const summary = summarise(query, pages, last, performance.now() - startedMs);
    if (!interrupted) for (const hint of textHints(query, found)) output.info(hint);
    // The summary is the last line.
    if (output.json && interrupted && summary.token !== null) output.info(continueWith(summary.token));
    if (output.json) output.note({ summary });
    else if (!interrupted || session.isOutputTaken()) output.info(describe(summary));
    return interrupted ? exitCodes.interrupted : exitCodes.done;
  };
}

const continueWith = (token: string): string => `Continue with --token ${token}`;

function summarise(query: TableQuery, stats: readonly PageStats[], last: PackedPage | null, elapsedMs: number) {
  const verdict = classify(checkedFilter(query).node);
  const ranges = query.splitOr === true ? rangesRead(verdict.splits, stats) : [];
  const rows = sum(stats, 'rows');
  const retries = sum(stats, 'retries');
  const requests = stats.reduce((total, page) => total + (page.requests ?? 1), 0);
  // Where ranges are read in parallel, a page of the merged result is made of pages of several ranges.
  const pages = ranges.length === 0 ? stats : stats.flatMap(({ sent = [] }) => sent).map(pageOfRange);
  return {
    rows,
    pages: pages.length,
    emptyPages: pages.filter((page) => page.rows === 0).length,
    bytes: sum(stats, 'bytes'),
    elapsedMs: round(elapsedMs),
    requests: requests + retries,
    retries,
    costClass: costAsSent(verdict, query.splitOr),
    ...(ranges.length === 0 ? {} : { ranges }),
    token: last?.token ?? null,
    decodeMsPerThousand: rows === 0 ? 0 : round((sum(stats, 'decodeMs') * 1000) / rows),
    pagesDetail: pages.map(({ latencyMs, rows: pageRows, bytes }) => ({
      latencyMs: round(latencyMs),
      rows: pageRows,
      bytes,
    })),
  };
}

/** The rows read of each range of a split "or". */
function rangesRead(filters: readonly string[], stats: readonly PageStats[]) {
  const sent = stats.flatMap((page) => page.sent ?? []);
  return filters.map((filter) => {
    const own = sent.filter(({ parameters }) =>
      parameters.some((each) => each.name === '$filter' && each.value === filter),
    );
    const rows = own.reduce((total, page) => total + page.rows, 0);
    return { filter, costClass: classify(parseFilter(filter)).costClass, pages: own.length, rows };
  });
}

function pageOfRange({ firstByteMs, downloadMs, rows, bytes }: SentRequest) {
  return { latencyMs: firstByteMs + downloadMs, rows, bytes };
}

function costText(costClass: string, ranges: number): string {
  return ranges === 0 ? costClass : `${costClass} in ${counted(ranges, 'range')}`;
}

function describe(summary: ReturnType<typeof summarise>): string {
  const { rows, pages, emptyPages, bytes, elapsedMs, costClass, ranges, token } = summary;
  const empty = emptyPages === 0 ? '' : `, ${emptyPages} empty`;
  const more = token === null ? '' : `. More available: continue with --token ${token}`;
  const cost = costText(costClass, ranges?.length ?? 0);
  return `${counted(rows, 'row')} in ${counted(pages, 'page')}${empty}, ${formatBytes(bytes)}, ${formatDuration(elapsedMs)}, ${cost}${more}`;
}

const sum = (pages: readonly PageStats[], field: 'rows' | 'retries' | 'bytes' | 'decodeMs'): number =>
  pages.reduce((total, page) => total + page[field], 0);
const round = (value: number): number => Math.round(value * 100) / 100;
