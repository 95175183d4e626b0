// From exports and imports of this machine to jobs that every worker of a hub understands, and what of their settings
// workers cannot follow.
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { invalidInput } from '@shared/errors';
import type { ImportReport, ImportSettings } from '@shared/model/table-import';
import type { TableQuery } from '@shared/model/table-query';
import { t } from '@shared/strings/t';
import { MiB } from '@shared/units';
import { localError } from '../../disk/local-error';
import type { AccountSource } from '../azure/account';
import { prepareParts } from './export-parts';
import { type Order, endpointOf } from './order-files';
import type { SpecOf } from './specs';

export interface ExportWish extends Pick<SpecOf<'export'>, 'query' | 'columns' | 'format' | 'decimals'> {
  readonly connectionId: string;
  /** Becomes a folder. */
  readonly path: string;
  readonly replacing: 'never' | 'always';
}

export async function exportOrder(wish: ExportWish, accounts: AccountSource): Promise<Order<SpecOf<'export'>>> {
  const { connectionId, path, replacing, format, decimals, columns } = wish;
  const query = withoutSplits(wish.query);
  if (query.limit !== undefined) {
    const problem = t`workers read ranges of keys, and cannot count to a limit together.`;
    throw invalidInput('Limit', problem, t`Remove it, or export on this computer.`);
  }
  const endpoint = await endpointOf(connectionId, 'table', 'reads', accounts);
  const spec: SpecOf<'export'> = {
    kind: 'export',
    endpoint,
    query,
    columns,
    format,
    ...(decimals === undefined ? {} : { decimals }),
    targetDir: path,
  };
  return { title: query.table, spec, prepare: () => prepareParts(path, replacing) };
}

/** Each shard reads one range of keys. */
function withoutSplits({ splitOr: _splitOr, parallel: _parallel, ...query }: TableQuery): TableQuery {
  return query;
}

/** Before the whole file is checked. @throws StowageError `invalid.input` */
export function rejectRandomKeys({ partitionKey, rowKey }: ImportSettings): void {
  for (const [field, key] of [['PartitionKey', partitionKey] as const, ['RowKey', rowKey] as const]) {
    if (key.kind === 'expression' && key.expression.includes('{random'))
      throw invalidInput(field, t`two workers would make up different keys for a row.`, t`Use other columns.`);
  }
}

export interface ImportWish {
  readonly connectionId: string;
  readonly table: string;
  readonly path: string;
  /** Of the check of the whole file. */
  readonly report: ImportReport;
  readonly settings: ImportSettings;
  /** Receives a file for each shard with rejected rows. */
  readonly rejectsDir?: string;
}

export async function importOrder(wish: ImportWish, accounts: AccountSource): Promise<Order<SpecOf<'import'>>> {
  const { connectionId, table, path, report, settings, rejectsDir } = wish;
  rejectRandomKeys(settings);
  const { format, encoding, delimiter, header } = report.reading;
  const isDelimited = format === 'csv' || format === 'tsv';
  if (!isDelimited && format !== 'jsonl')
    throw invalidInput(
      'File',
      t`workers cannot divide a file of the format ${format}.`,
      t`Use CSV, TSV or JSON Lines.`,
    );
  if (encoding.startsWith('utf-16'))
    throw invalidInput('File', t`workers cannot divide a file in UTF-16.`, t`Save it as UTF-8.`);
  const known = new Map(settings.columns.map((setting) => [setting.column, setting]));
  // A shard sees some of the values only.
  const columns = report.columns.flatMap(({ name, type, use }) =>
    use === 'import' && format !== 'jsonl' ? [{ ...known.get(name), column: name, type }] : (known.get(name) ?? []),
  );
  const spec: SpecOf<'import'> = {
    kind: 'import',
    endpoint: await endpointOf(connectionId, 'table', 'writes', accounts),
    table,
    path,
    bytes: report.bytes,
    headerBytes: isDelimited && header === 'first-row' ? await endOfHeader(path) : 0,
    quotes: isDelimited ? 'cells' : 'none',
    reading: { format, encoding, ...(isDelimited ? { delimiter, header } : {}) },
    settings: { ...settings, columns },
    ...(rejectsDir === undefined ? {} : { rejectsDir }),
  };
  return { title: basename(path), spec };
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
