// Turns rows of the input into parts of a transaction: the fast way when nothing needs further checks, otherwise
// through an entity that is checked by all rules.
import { randomUUID } from 'node:crypto';
import { entityPath } from '@shared/edit/entity-path';
import {
  type TransactionFrame,
  boundariesOf,
  renderPart,
  transactionFrame,
  transactionType,
} from '@shared/edit/multipart';
import { StowageError } from '@shared/errors';
import type { ImportSettings } from '@shared/model/table-import';
import type { TableService } from '@shared/model/table-service';
import { type WriteMode, batchOperation, writeVerb } from '../../batch';
import { checkEntity } from '../../entity-rules';
import { plainRows } from './plain-rows';
import { reasonOf } from './rejection';
import { type MappedColumn, rowMapper } from './row-mapping';
import type { SourceRow } from '../rows/source-row';

export interface RowPartsOptions {
  /** Of the table service, without trailing slash. */
  readonly endpoint: string;
  readonly service: TableService;
  readonly table: string;
  readonly columns: readonly MappedColumn[];
  readonly settings: ImportSettings;
  readonly salt: string;
}

export type RowPart =
  | {
      readonly kind: 'part';
      readonly partitionKey: string;
      readonly rowKey: string;
      /** One operation, without its frame. */
      readonly text: string;
    }
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string };

/** The frame of all transactions of a run; boundaries can be the same for each. */
export interface RunFrame extends TransactionFrame {
  readonly contentType: string;
}

export function runFrame(): RunFrame {
  const boundaries = boundariesOf(randomUUID(), randomUUID());
  return { ...transactionFrame(boundaries), contentType: transactionType(boundaries) };
}

/** Throws as `rowMapper`. */
export function rowParts(options: RowPartsOptions): (row: SourceRow) => RowPart {
  const { columns, settings, salt, endpoint, table, service } = options;
  const thorough = thoroughParts(options);
  // The fast way knows the limits of Table Storage only.
  if (service === 'cosmos') return thorough;
  const plain = plainRows(columns, settings, salt);
  const [verb, beforeJson, afterJson] = partAround(settings.mode);
  const fixedTarget = settings.mode === 'insert' ? `${endpoint}/${table}` : null;
  return (row) => {
    const found = plain(row);
    if (found === null) return thorough(row);
    const { partitionKey, rowKey, json } = found;
    const target = fixedTarget ?? endpoint + entityPath(table, found);
    return { kind: 'part', partitionKey, rowKey, text: verb + target + beforeJson + json + afterJson };
  };
}

/** Through an entity. */
export function thoroughParts({
  columns,
  settings,
  salt,
  endpoint,
  service,
  table,
}: RowPartsOptions): (row: SourceRow) => RowPart {
  const mapper = rowMapper(columns, settings, salt);
  return (row) => {
    const mapped = mapper(row);
    if (mapped.kind === 'rejected') return mapped;
    try {
      checkEntity(mapped.entity, service);
      const { partitionKey, rowKey, text } = batchOperation({ endpoint, service }, table, settings.mode, mapped.entity);
      return { kind: 'part', partitionKey, rowKey, text };
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      return { kind: 'rejected', code: failure.code, message: reasonOf(failure) };
    }
  };
}

/** The text before the URL of a part, between URL and JSON, and after it. */
export function partAround(mode: WriteMode): readonly [string, string, string] {
  const method = writeVerb(mode);
  const gap = '\0';
  const [before = '', between = '', after = ''] = renderPart({
    method,
    target: gap,
    ifMatch: null,
    body: gap,
    service: 'storage',
  }).split(gap);
  return [before, between, after];
}
