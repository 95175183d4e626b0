// Counts of things: `1 row`, `20,418 rows`. Each noun is listed here once, so that a translation gives its plural forms
// once.
import { formatNumber } from './numbers';
import { plural } from './t';

type CountPhrase = (count: number, shown: string) => string;

/** In alphabetical order. */
const nouns = {
  blob: (n, shown) => plural(n)`${shown} blob | ${shown} blobs`,
  byte: (n, shown) => plural(n)`${shown} byte | ${shown} bytes`,
  change: (n, shown) => plural(n)`${shown} change | ${shown} changes`,
  character: (n, shown) => plural(n)`${shown} character | ${shown} characters`,
  column: (n, shown) => plural(n)`${shown} column | ${shown} columns`,
  conflict: (n, shown) => plural(n)`${shown} conflict | ${shown} conflicts`,
  connection: (n, shown) => plural(n)`${shown} connection | ${shown} connections`,
  day: (n, shown) => plural(n)`${shown} day | ${shown} days`,
  difference: (n, shown) => plural(n)`${shown} difference | ${shown} differences`,
  entity: (n, shown) => plural(n)`${shown} entity | ${shown} entities`,
  file: (n, shown) => plural(n)`${shown} file | ${shown} files`,
  folder: (n, shown) => plural(n)`${shown} folder | ${shown} folders`,
  job: (n, shown) => plural(n)`${shown} job | ${shown} jobs`,
  'list request': (n, shown) => plural(n)`${shown} list request | ${shown} list requests`,
  match: (n, shown) => plural(n)`${shown} match | ${shown} matches`,
  measurement: (n, shown) => plural(n)`${shown} measurement | ${shown} measurements`,
  operation: (n, shown) => plural(n)`${shown} operation | ${shown} operations`,
  'other change': (n, shown) => plural(n)`${shown} other change | ${shown} other changes`,
  page: (n, shown) => plural(n)`${shown} page | ${shown} pages`,
  partition: (n, shown) => plural(n)`${shown} partition | ${shown} partitions`,
  problem: (n, shown) => plural(n)`${shown} problem | ${shown} problems`,
  property: (n, shown) => plural(n)`${shown} property | ${shown} properties`,
  query: (n, shown) => plural(n)`${shown} query | ${shown} queries`,
  range: (n, shown) => plural(n)`${shown} range | ${shown} ranges`,
  record: (n, shown) => plural(n)`${shown} record | ${shown} records`,
  'rejected row': (n, shown) => plural(n)`${shown} rejected row | ${shown} rejected rows`,
  request: (n, shown) => plural(n)`${shown} request | ${shown} requests`,
  retry: (n, shown) => plural(n)`${shown} retry | ${shown} retries`,
  row: (n, shown) => plural(n)`${shown} row | ${shown} rows`,
  'row group': (n, shown) => plural(n)`${shown} row group | ${shown} row groups`,
  sample: (n, shown) => plural(n)`${shown} sample | ${shown} samples`,
  secret: (n, shown) => plural(n)`${shown} secret | ${shown} secrets`,
  slot: (n, shown) => plural(n)`${shown} slot | ${shown} slots`,
  'table job': (n, shown) => plural(n)`${shown} table job | ${shown} table jobs`,
  time: (n, shown) => plural(n)`${shown} time | ${shown} times`,
  transaction: (n, shown) => plural(n)`${shown} transaction | ${shown} transactions`,
  transfer: (n, shown) => plural(n)`${shown} transfer | ${shown} transfers`,
  snapshot: (n, shown) => plural(n)`${shown} snapshot | ${shown} snapshots`,
  value: (n, shown) => plural(n)`${shown} value | ${shown} values`,
} as const satisfies Readonly<Record<string, CountPhrase>>;

/** The counted noun, in the singular. */
export type Noun = keyof typeof nouns;

/** A whole count with its noun: `1 row`, `20,418 rows`. */
export function counted(count: number, noun: Noun): string {
  return nouns[noun](count, formatNumber(Math.round(count), { max: 0 }));
}
