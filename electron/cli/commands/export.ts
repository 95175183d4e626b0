// `stowage export`: a query's whole result into a CSV, JSON Lines or Parquet file.
import { stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { StowageError, invalidInput } from '@shared/errors';
import { type ExportFormat, spreadsheetDecimals } from '@shared/model/table-export';
import type { TableQuery } from '@shared/model/table-query';
import { type PreciseProperty, preciseProperties } from '@shared/query/wad-window';
import { withoutIndexRows } from '@shared/indexes/without-index-rows';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
import type { ExportPlan } from '../../engine/tables/export/create-exports';
import type { ExportJob } from '../../engine/tables/export/export-job';
import type { ExportHead } from '../../engine/tables/export/export-records';
import { checkFolderOf } from '../../disk/check-folder';
import { readIfExists } from '../../disk/read-if-exists';
import { exitCodes } from '../exit-codes';
import { counted, parseChoice } from '../numbers';
import type { CommandAction } from '../session';
import { followTableJob } from '../table-job';
import { exitOf } from './import';
import { againstTable } from './against-table';
import { type QueryOptions, openEnds, queryFrom } from './query';
import { textHints } from './text-hints';
import { pipe } from './piped';
import { checkTargetPath } from './transfer-report';
import { type Find, type PinnedOption, rejectOtherOptions, unfinishedOf } from './unfinished';

export interface ExportFlags extends QueryOptions {
  readonly columns?: string;
  readonly overwrite?: string;
  readonly resume?: boolean;
  readonly spreadsheet?: string;
  readonly hub?: string;
  readonly skipIndexRows?: boolean;
}

export function exportTable(table: string, file: string, flags: ExportFlags): CommandAction {
  const { columns, overwrite, resume, spreadsheet, hub, skipIndexRows, ...conditions } = flags;
  const format = formatOf(file, spreadsheet);
  const replacing = parseChoice('--overwrite', overwrite ?? 'always', ['never', 'always']);
  const wantedQuery = queryFrom(table, conditions);
  const asWanted = (query: TableQuery): TableQuery => (skipIndexRows === true ? withoutIndexRows(query) : query);
  return async (session) => {
    const path = resolve(file);
    const connectionId = await session.connectionId();
    await session.engine.recovered;
    const { exports } = session.engine.rooms.tableFiles;
    const startedMs = performance.now();
    await checkFolderOf(path);
    const wanted = (columns ?? '').split(',').filter((column) => column !== '');
    if (hub !== undefined) {
      const query = asWanted(await againstTable(wantedQuery, openEnds(table, conditions), session));
      const order = { connectionId, query, columns: wanted, ...format, path, replacing };
      return (await import('./tables-on-hub')).exportOnHub(order, flags, session);
    }
    await checkTargetPath('FILE', file);
    if (!resume && replacing === 'never') await rejectReplacing(path);
    const find: Find<ExportJob> = (isMeant) => exports.unfinished(table, path, isMeant);
    const known = resume ? await unfinishedOf(session, connectionId, { find, path }) : null;
    const query = asWanted(
      known === null
        ? await againstTable(wantedQuery, openEnds(table, conditions), session)
        : queryFrom(table, conditions, timeIn(known.head)),
    );
    if (known !== null) {
      const request = { query, columns: columns === undefined ? undefined : wanted, decimals: format.decimals };
      rejectOtherOptions(optionsOf(conditions, request, known.head));
      await known.resume(connectionId);
    }
    const indexes = await session.engine.calls['indexes.list']({ connectionId, table }, { signal: session.signal });
    for (const { name } of indexes) {
      session.output.info(
        skipIndexRows === true
          ? `The rows of the index ${name} are not in the file.`
          : `The file also contains the rows of the index ${name}, whose RowKeys begin with ~ix~${name}~. ` +
              'Leave them out with --skip-index-rows.',
      );
    }
    const source = { kind: 'query' as const, query };
    const job = known ?? (await exports.start({ connectionId, source, columns: wanted, ...format, path }));
    const view = await followTableJob(session, job);
    const elapsedMs = performance.now() - startedMs;
    if (view.state === 'done') {
      const { rowsDone: rows, bytesDone, requests, retries } = view;
      if (rows === 0) for (const hint of textHints(query, [])) session.output.info(hint);
      const rowsPerSecond = Math.round((rows / Math.max(1, elapsedMs)) * 1000);
      session.output.record(
        { rows, bytes: bytesDone ?? 0, requests, retries, elapsedMs: Math.round(elapsedMs), rowsPerSecond },
        `${counted(rows, 'row')}, ${formatBytes(bytesDone ?? 0)} in ${formatDuration(elapsedMs)} (${formatCount(rowsPerSecond)}/s)`,
      );
      return exitCodes.done;
    }
    return exitOf(session, view, ['export', table, file, '--resume']);
  };
}

interface ExportedQuery {
  readonly query: TableQuery;
  /** Undefined where none were named. */
  readonly columns: readonly string[] | undefined;
  readonly decimals: ExportPlan['decimals'];
}

/** What of the query an option sets. */
const fields = [
  ['pk', 'pk', 'partitionKey'],
  ['pk-prefix', 'pkPrefix', 'partitionKey'],
  ['pk-from', 'pkFrom', 'partitionKey'],
  ['pk-to', 'pkTo', 'partitionKey'],
  ['rk', 'rk', 'rowKey'],
  ['rk-prefix', 'rkPrefix', 'rowKey'],
  ['rk-from', 'rkFrom', 'rowKey'],
  ['rk-to', 'rkTo', 'rowKey'],
  ['time-from', 'timeFrom', 'partitionKey'],
  ['time-from', 'timeFrom', 'where'],
  ['time-to', 'timeTo', 'partitionKey'],
  ['where', 'where', 'where'],
  ['filter', 'filter', 'filterText'],
  ['limit', 'limit', 'limit'],
  ['split-or', 'splitOr', 'splitOr'],
] as const;

/** Where the rows that an export has begun with hold their exact time. */
function timeIn({ source }: ExportHead): PreciseProperty | null {
  const where = source.kind === 'query' ? JSON.stringify(source.query.where ?? null) : '';
  return preciseProperties.find(({ property }) => where.includes(`"${property}"`))?.property ?? null;
}

function optionsOf(
  conditions: QueryOptions,
  { query, columns, decimals }: ExportedQuery,
  begun: ExportHead,
): PinnedOption[] {
  const begunQuery: Partial<TableQuery> = begun.source.kind === 'query' ? begun.source.query : {};
  return [
    ...fields.map(([option, flag, field]): PinnedOption => [
      `--${option}`,
      conditions[flag] === undefined ? undefined : withoutParts(query[field], conditions),
      withoutParts(begunQuery[field], conditions),
    ]),
    ['--columns', columns, begun.columns],
    ['--spreadsheet', decimals, begun.decimals],
  ];
}

/** The separator of key parts may have been detected when the export began, without an option. */
function withoutParts(field: unknown, { delimiter }: QueryOptions): unknown {
  if (delimiter !== undefined || typeof field !== 'object' || field === null || !('delimiter' in field)) return field;
  return { ...field, delimiter: undefined };
}

/** An existing file is not replaced unless it is empty: scripts create empty files to reserve a name. */
async function rejectReplacing(path: string): Promise<void> {
  const found = await readIfExists(path, (existing) => stat(existing), null);
  if (found === null || (found.isFile() && found.size === 0)) return;
  throw new StowageError('conflict.target-exists', 'The file already exists.', {
    context: { path, option: '--overwrite always' },
  });
}

/** The format by the extension of a file's name. */
const formats: ReadonlyMap<string, ExportFormat> = new Map([
  ['csv', 'csv'],
  ['jsonl', 'jsonl'],
  ['parquet', 'parquet'],
]);

/** @param decimals as `--spreadsheet` gives them; undefined for a file that is not for a spreadsheet */
function formatOf(file: string, decimals: string | undefined): Pick<ExportPlan, 'format' | 'decimals'> {
  const format = formats.get(extname(file).slice(1).toLowerCase());
  if (decimals !== undefined) {
    const known = parseChoice('--spreadsheet', decimals, spreadsheetDecimals.options);
    if (format === 'csv') return { format: 'spreadsheet', decimals: known };
    throw invalidInput('--spreadsheet', `${file} does not have a CSV file name.`, 'Use the extension .csv.');
  }
  if (format !== undefined) return { format };
  if (file === pipe) {
    throw invalidInput('FILE', 'an export is written to a file.', 'For standard output use stowage query -o csv.');
  }
  throw invalidInput('FILE', `${file} has no known extension.`, 'Use the extension .csv, .jsonl or .parquet.');
}
