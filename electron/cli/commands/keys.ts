// `stowage keys`: from the queries of a table to its keys, step by step, with what each query costs today and
// afterwards, and the keys that real rows would have.
import { randomUUID } from 'node:crypto';
import { invalidInput } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import type { HistoryEntry } from '@shared/model/saved-query';
import type { FilterNode } from '@shared/model/table-query';
import {
  type KeyDesign,
  checkProperties,
  costAfter,
  filtersOf,
  guidPart,
  isUnique,
  keyExpressions,
  keyProperties,
  proposedKeys,
  shapesOf,
  tryKeys,
  usedProperties,
} from '@shared/import/key-design';
import { importCommand } from '@shared/commands/key-commands';
import { parseFilter } from '@shared/query/odata';
import { exitCodes } from '../exit-codes';
import { parseWhole } from '../numbers';
import { alignColumns } from '../output';
import type { CommandAction, Session } from '../session';
import { firstRows } from './against-table';

export interface KeysOptions {
  readonly query?: readonly string[];
  readonly pk?: string;
  readonly rk?: string;
  readonly delimiter?: string;
  readonly buckets?: string;
  readonly newestFirst?: boolean;
}

export function designKeys(table: string, options: KeysOptions): CommandAction {
  return async (session) => {
    const { output } = session;
    const given = (options.query ?? []).map((text) => parseFilter(text));
    const shapes = shapesOf(given.length > 0 ? given : await recordedFilters(table, session));
    const [dominant] = shapes;
    if (dominant === undefined) {
      throw invalidInput(
        '--query',
        `no query with a filter is recorded for ${table}.`,
        `Name the queries that matter: --query "Author eq 'A'" --query …`,
      );
    }
    const query = {
      table,
      partitionKey: { kind: 'any' },
      rowKey: { kind: 'any' },
      select: [],
      pageSize: 1000,
    } as const;
    const { rows } = await firstRows({ ...query, select: [], limit: 1000 }, session);
    const used = usedProperties(shapes);
    const design = changed(proposedKeys(dominant, used, rows), options, rows);
    const expressions = keyExpressions(design, rows);
    const trial = tryKeys(design, rows, () => randomUUID());
    const queries = shapes.map((shape) => ({ ...shape, afterwards: costAfter(shape, design) }));
    const filtered = keyProperties(dominant, used);
    const record = { table, properties: used, queries, keyProperties: filtered, design, expressions, trial };
    const steps = [
      `1–2  filtered by         ${used.map(({ name, queries: count, use }) => `${name} (${count}, ${use})`).join(', ')}`,
      `3    dominant query      ${dominant.example}`,
      `4–5  key properties      ${filtered.join(', ') || '(none that a key can hold)'}`,
      `6    identify each row   ${uniqueText(filtered, rows)}`,
      `7–9  PartitionKey        ${expressions.partition}`,
      `     RowKey              ${expressions.row}`,
    ];
    const costs = alignColumns(
      ['QUERIES', 'FILTER', 'TODAY', 'AFTERWARDS'],
      queries.map(({ count, example, costClass, afterwards }) => [String(count), example, costClass, afterwards]),
    );
    const samples = alignColumns(
      ['PARTITIONKEY', 'ROWKEY', 'TODAY'],
      trial.samples.map(({ before, after }) => [after.partition, after.row, `${before.partition}  ${before.row}`]),
    );
    const partitions = `${trial.rows} rows read: ${trial.partitions} partitions, the largest with ${trial.largestPartition} rows.`;
    const takeOver = `To fill a table with these keys: stowage export ${table} rows.jsonl, then ${importCommand(expressions)}`;
    output.record(
      record,
      [
        ...steps,
        '',
        costs.trimEnd(),
        '',
        ...(trial.samples.length === 0 ? [] : [samples.trimEnd()]),
        partitions,
        ...trial.problems.map((text) => `! ${text}`),
      ].join('\n'),
    );
    output.info(takeOver);
    return exitCodes.done;
  };
}

function uniqueText(properties: readonly string[], rows: readonly Entity[]): string {
  return rows.length === 0
    ? 'unknown: the table has no rows'
    : isUnique(properties, rows)
      ? 'yes'
      : 'no, so one is added';
}

function changed(design: KeyDesign, options: KeysOptions, rows: readonly Entity[]): KeyDesign {
  const names = (text: string | undefined, field: string, proposed: readonly string[]): readonly string[] => {
    if (text === undefined) return proposed;
    const list = text.split(',').filter((name) => name !== '');
    if (list.length === 0) throw invalidInput(field, 'it names no property.', `Use names such as Author,${guidPart}.`);
    checkProperties(field, list, rows);
    return list;
  };
  return {
    ...design,
    partition: names(options.pk, '--pk', design.partition),
    row: names(options.rk, '--rk', design.row),
    ...(options.delimiter === undefined ? {} : { delimiter: options.delimiter }),
    ...(options.buckets === undefined ? {} : { buckets: parseWhole('--buckets', options.buckets, 2, 10_000) }),
    ...(options.newestFirst === true ? { order: 'newest first' } : {}),
  };
}

/** What the window has recorded for this table; each query counts once. */
async function recordedFilters(table: string, session: Session): Promise<readonly (FilterNode | null)[]> {
  const { engine, signal } = session;
  const connectionId = await session.connectionId();
  const stop = new AbortController();
  let runs: readonly HistoryEntry[] = [];
  await engine.streams['library.watch-history'](
    { connectionId, table },
    {
      signal: AbortSignal.any([signal, stop.signal]),
      push: (found) => {
        runs = found;
        stop.abort();
      },
    },
  );
  return filtersOf(runs.map(({ terms }) => terms));
}
