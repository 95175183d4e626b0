// Imports and exports with `--hub FILE`: what of their options workers can follow, and their orders.
import { open } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { invalidInput } from '@shared/errors';
import type { ImportReport, ImportSettings } from '@shared/model/table-import';
import type { TableQuery } from '@shared/model/table-query';
import { MiB } from '@shared/units';
import { localError } from '../../disk/local-error';
import type { SpecOf } from '../../engine/cluster/specs';
import type { Session } from '../session';
import { endpointOf } from './cluster-specs';
import { prepareParts } from './export-parts';
import { type HubFlags, rejectOnHub, run } from './on-hub';

interface ExportFlags extends HubFlags {
  readonly resume?: boolean;
  readonly limit?: string;
}

interface ImportFlags extends HubFlags {
  readonly resume?: boolean;
  readonly rejects?: string;
}

export interface ExportOrder extends Pick<SpecOf<'export'>, 'query' | 'columns' | 'format' | 'decimals'> {
  readonly connectionId: string;
  readonly path: string;
  readonly replacing: 'never' | 'always';
}

export async function exportOnHub(order: ExportOrder, flags: ExportFlags, session: Session): Promise<number> {
  rejectOnHub({ '--resume': flags.resume, '--limit': flags.limit });
  const { connectionId, path, replacing, format, decimals, columns } = order;
  await prepareParts(path, replacing);
  const query: TableQuery = withoutSplits(order.query);
  const spec: SpecOf<'export'> = {
    kind: 'export',
    endpoint: await endpointOf(connectionId, session, 'table'),
    query,
    columns,
    format,
    ...(decimals === undefined ? {} : { decimals }),
    targetDir: path,
  };
  return run(query.table, spec, flags, session);
}

/** Each shard reads one range of keys. */
function withoutSplits({ splitOr: _splitOr, parallel: _parallel, ...query }: TableQuery): TableQuery {
  return query;
}

export function rejectImportOnHub({ resume }: ImportFlags, { partitionKey, rowKey }: ImportSettings): void {
  rejectOnHub({ '--resume': resume });
  for (const [option, key] of [['--pk', partitionKey] as const, ['--rk', rowKey] as const]) {
    if (key.kind === 'expression' && key.expression.includes('{random'))
      throw invalidInput(option, 'two workers would make up different keys for a row.', 'Use other columns.');
  }
}

export interface ImportOrder {
  readonly connectionId: string;
  readonly table: string;
  readonly path: string;
  readonly report: ImportReport;
  readonly settings: ImportSettings;
}

export async function importOnHub(order: ImportOrder, flags: ImportFlags, session: Session): Promise<number> {
  const { connectionId, table, path, report, settings } = order;
  const { format, encoding, delimiter, header } = report.reading;
  const isDelimited = format === 'csv' || format === 'tsv';
  if (!isDelimited && format !== 'jsonl')
    throw invalidInput('FILE', `workers cannot divide a file of the format ${format}.`, 'Use CSV, TSV or JSON Lines.');
  if (encoding.startsWith('utf-16'))
    throw invalidInput('FILE', 'workers cannot divide a file in UTF-16.', 'Save it as UTF-8.');
  const known = new Map(settings.columns.map((setting) => [setting.column, setting]));
  // A shard sees some of the values only.
  const columns = report.columns.flatMap(({ name, type, use }) =>
    use === 'import' && format !== 'jsonl' ? [{ ...known.get(name), column: name, type }] : (known.get(name) ?? []),
  );
  const spec: SpecOf<'import'> = {
    kind: 'import',
    endpoint: await endpointOf(connectionId, session, 'table'),
    table,
    path,
    bytes: report.bytes,
    headerBytes: isDelimited && header === 'first-row' ? await endOfHeader(path) : 0,
    quotes: isDelimited ? 'cells' : 'none',
    reading: { format, encoding, ...(isDelimited ? { delimiter, header } : {}) },
    settings: { ...settings, columns },
    ...(flags.rejects === undefined ? {} : { rejectsDir: resolve(flags.rejects) }),
  };
  return run(basename(path), spec, flags, session);
}

const maxHeaderBytes = MiB;
const [lineFeed, quote] = [0x0a, 0x22];

async function endOfHeader(path: string): Promise<number> {
  const file = await open(path, 'r').catch((thrown: unknown) => {
    throw localError(thrown, path);
  });
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0);
    let isQuoted = false;
    for (let at = 0; at < bytesRead; at += 1) {
      if (buffer[at] === quote) isQuoted = !isQuoted;
      else if (buffer[at] === lineFeed && !isQuoted) return at + 1;
    }
    return bytesRead;
  } finally {
    await file.close();
  }
}
