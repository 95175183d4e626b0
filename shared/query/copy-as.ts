// A query as text for other tools: URL, curl, command line, SDK code. Never contains a secret; a word in capitals takes
// its place. All four throw StowageError `invalid.*` for a query that could not be sent.
import { percentEncoded, shellQuoted } from '../commands/shell-text';
import { escapedJson } from '../visible-text';
import type { KeyCondition, TableQuery } from '../model/table-query';
import { wholeFilter } from './key-filter';
import { normaliseFilter } from './normal-form';
import { renderFilter } from './odata-renderer';
import { readHeaders, readParameters } from './read-request';

export interface CopyTarget {
  /** Table endpoint without trailing slash or query, as in `https://NAME.table.core.windows.net`. */
  readonly endpoint: string;
  readonly accountName: string;
  /** How requests are authorised. */
  readonly credential: 'key' | 'sas';
  /** The value of `--connection`. */
  readonly connectionName: string;
}

/** The URL of the first page, without a SAS. */
export function odataUrl({ endpoint }: Pick<CopyTarget, 'endpoint'>, query: TableQuery): string {
  const parameters = readParameters({ filter: wholeFilter(query).text, select: query.select, top: firstTop(query) });
  const text = Object.entries(parameters).map(([name, value]) => `${name}=${percentEncoded(value)}`);
  // Names are letters and digits; one that comes from a file may be anything.
  const table = query.table.split('$').map(percentEncoded).join('$');
  return `${endpoint}/${table}()?${text.join('&')}`;
}

/**
 * For a POSIX shell. The signature of a key depends on the date and cannot be prepared; a SAS is appended to the URL.
 */
export function curlCommand(target: CopyTarget, query: TableQuery): string {
  const url = odataUrl(target, query);
  const authorisation =
    target.credential === 'key'
      ? [`Authorization: SharedKeyLite ${target.accountName}:SIGNATURE`, 'x-ms-date: DATE']
      : [];
  const headers = [
    ...authorisation,
    `x-ms-version: ${serviceVersion}`,
    `Accept: ${readHeaders.accept}`,
    `DataServiceVersion: ${readHeaders.dataserviceversion}`,
    `MaxDataServiceVersion: ${readHeaders.maxdataserviceversion}`,
  ];
  const address = target.credential === 'sas' ? `${url}&SAS` : url;
  return ['curl', ...headers.map((header) => `-H ${shellQuoted(header)}`), shellQuoted(address)].join(' \\\n  ');
}

/**
 * `stowage query …` for a POSIX shell, which requests the same rows in the same pages. Conditions are written as
 * options if all of them have one; otherwise the whole filter is written as text.
 */
export function stowageCommand(target: Pick<CopyTarget, 'connectionName'>, query: TableQuery): string {
  const options = [
    ...conditionOptions(query),
    ...(query.select.length === 0 ? [] : [option('--select', query.select.join(','))]),
    ...(query.pageSize === defaultPageSize ? [] : [option('--page-size', String(query.pageSize))]),
    ...(query.limit === undefined ? [] : [option('--limit', String(query.limit))]),
    ...(query.splitOr === true ? ['--split-or'] : []),
    option('--connection', target.connectionName),
  ];
  return ['stowage query', shellQuoted(query.table), ...options].join(' ');
}

/** TypeScript for `@azure/data-tables`. Values keep their types: the SDK would round dates and 64-bit integers. */
export function sdkCode(query: TableQuery): string {
  const { text: filter } = wholeFilter(query);
  const columns = [...new Set(['PartitionKey', 'RowKey', ...query.select])].map(codeText).join(', ');
  const queryOptions = [
    ...(filter === '' ? [] : [`      filter: ${codeText(filter)},`]),
    ...(query.select.length === 0 ? [] : [`      select: [${columns}],`]),
  ];
  const isLimited = query.limit !== undefined;
  return [
    'import { TableClient } from "@azure/data-tables";',
    '',
    'const connectionString = process.env.AZURE_STORAGE_CONNECTION_STRING ?? "";',
    `const client = TableClient.fromConnectionString(connectionString, ${codeText(query.table)});`,
    'const pages = client',
    '  .listEntities({',
    ...(queryOptions.length === 0 ? [] : ['    queryOptions: {', ...queryOptions, '    },']),
    '    disableTypeConversion: true,',
    '  })',
    `  .byPage({ maxPageSize: ${firstTop(query)} });`,
    ...(isLimited ? [`let left = ${query.limit};`] : []),
    'for await (const page of pages) {',
    `  for (const entity of ${isLimited ? 'page.slice(0, left)' : 'page'}) console.log(entity);`,
    ...(isLimited ? ['  left -= page.length;', '  if (left <= 0) break;'] : []),
    '}',
    '',
  ].join('\n');
}

const defaultPageSize = 1000;
/** The newest version that the table service supports. */
const serviceVersion = '2019-02-02';

const firstTop = (query: TableQuery): number => Math.min(query.pageSize, query.limit ?? Infinity);
const option = (name: string, value: string): string => `${name} ${shellQuoted(value)}`;

/** A string literal, without characters that editors hide, or that make code look like other code. */
function codeText(text: string): string {
  return escapedJson(JSON.stringify(text));
}

function conditionOptions(query: TableQuery): readonly string[] {
  const filter = wholeFilter(query).text;
  const whole = filter === '' ? [] : [option('--filter', filter)];
  if (query.filterText !== undefined) return whole;
  const keys = [keyOptions('pk', query.partitionKey), keyOptions('rk', query.rowKey)].flat();
  const conditions = [query.partitionKey, query.rowKey];
  const delimiters = new Set(
    conditions.flatMap((each) => (each.kind === 'starts-with' || each.kind === 'range' ? [each.delimiter] : [])),
  );
  // The only `--delimiter` applies to both keys.
  if (keys.includes(null) || delimiters.size > 1) return whole;
  const [delimiter] = delimiters;
  return [
    ...keys.filter((each) => each !== null),
    ...(delimiter === undefined ? [] : [option('--delimiter', delimiter)]),
    ...(query.where === undefined ? [] : [option('--where', renderFilter(normaliseFilter(query.where)))]),
  ];
}

/** Contains null if the condition has no option. */
function keyOptions(short: 'pk' | 'rk', condition: KeyCondition): readonly (string | null)[] {
  switch (condition.kind) {
    case 'any':
      return [];
    case 'is':
      return [option(`--${short}`, condition.value)];
    case 'one-of':
      return [null];
    case 'starts-with':
      return [option(`--${short}-prefix`, condition.prefix)];
    case 'range': {
      const { from, to } = condition;
      return [
        ...(from === undefined ? [] : [from.inclusive ? option(`--${short}-from`, from.value) : null]),
        ...(to === undefined ? [] : [to.inclusive ? option(`--${short}-to`, to.value) : null]),
      ];
    }
  }
}
