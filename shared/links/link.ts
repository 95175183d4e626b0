// `stowage://` links: a target, and for a table an optional query, as a URL that can be sent to others. Parsing is
// strict: one verb, known fields, each once. Only links that parse are created.
import { formatCount } from '../units';
import { invalidInput } from '../errors';
import type { QueryTerms } from '../model/saved-query';
import { maxParallelRanges } from '../model/table-query';
import { checkedFilter } from '../query/key-filter';
import { linkScheme, longestLink } from './marks';
import type { PlacedTarget } from './open-request';
import { checkBlob, checkContainer, checkTable, checkTerms, quoted, rejectHidden } from './outside-text';
import { t } from '../strings/t';

const fields = {
  table: ['account', 'connection', 'table', 'filter', 'select', 'limit', 'page-size', 'split-or', 'parallel'],
  container: ['account', 'connection', 'container'],
  blob: ['account', 'connection', 'container', 'blob'],
} as const;
type Kind = keyof typeof fields;
type Values = ReadonlyMap<string, string>;

/**
 * What the link leads to.
 * @throws StowageError `invalid.*` with one sentence that may be shown
 */
export function parseLink(text: string): PlacedTarget {
  if (text.length > longestLink) {
    throw invalidInput('Link', t`it has more than ${formatCount(longestLink)} characters.`, t`Shorten it.`);
  }
  rejectHidden('Link', text);
  const [, command = '', kind = '', query = ''] = /^stowage:\/\/([^/?#]*)\/([^/?#]*)\/?\?([^#]*)$/i.exec(text) ?? [];
  if (command.toLowerCase() !== 'open') {
    throw invalidInput(
      'Link',
      t`it is not of the form ${linkScheme}://open/….`,
      t`A link can only open a table, container or blob.`,
    );
  }
  if (!isKind(kind)) {
    throw invalidInput('Link', t`it opens ${quoted(kind)}.`, t`It can open a table, a container or a blob.`);
  }
  const values = valuesOf(kind, query);
  const account = required(values, 'account', 200);
  const connection = values.get('connection');
  if (connection !== undefined) checkLength('connection', connection, 80);
  const reached = { account, ...(connection === undefined ? {} : { connection }) };
  if (kind === 'table') {
    const table = required(values, 'table', 63);
    checkTable(table);
    const terms = termsOf(values);
    return { kind, ...reached, table, ...(terms === undefined ? {} : { terms }) };
  }
  const container = required(values, 'container', 63);
  checkContainer(container);
  if (kind === 'container') return { kind, ...reached, container };
  const blob = required(values, 'blob', 1024);
  checkBlob(blob);
  return { kind, ...reached, container, blob };
}

/**
 * The link to that target. A query is included as its filter text.
 * @throws StowageError `invalid.*` when it would be too long, or contain invisible characters
 */
export function renderLink(target: PlacedTarget): string {
  const { kind, account, connection } = target;
  const values: readonly (readonly [string, string | undefined])[] = [
    ['account', account],
    ['connection', connection],
    ...(target.kind === 'table'
      ? ([['table', target.table], ...valuesOfTerms(target.terms)] as const)
      : target.kind === 'container'
        ? ([['container', target.container]] as const)
        : ([
            ['container', target.container],
            ['blob', target.blob],
          ] as const)),
  ];
  const query = values.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encoded(name, value)}`]));
  const link = `${linkScheme}://open/${kind}?${query.join('&')}`;
  // A link that could not be opened is not created.
  parseLink(link);
  return link;
}

function isKind(text: string): text is Kind {
  return Object.hasOwn(fields, text);
}

function valuesOf(kind: Kind, query: string): Values {
  const known: readonly string[] = fields[kind];
  const values = new Map<string, string>();
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=');
    const name = at < 0 ? pair : pair.slice(0, at);
    if (!known.includes(name)) {
      throw invalidInput('Link', t`a ${kind} has no field ${quoted(name)}.`, t`Remove it.`);
    }
    if (values.has(name)) throw invalidInput('Link', t`it contains ${quoted(name)} twice.`, t`Use it only once.`);
    const value = decoded(name, at < 0 ? '' : pair.slice(at + 1));
    rejectHidden(name, value);
    values.set(name, value);
  }
  return values;
}

function decoded(name: string, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidInput(name, t`it is not URL-encoded correctly.`, 'Write % as %25.');
  }
}

function encoded(name: string, value: string): string {
  try {
    return encodeURIComponent(value).replaceAll("'", '%27');
  } catch {
    throw invalidInput(name, t`it contains half a character.`, t`Remove it.`);
  }
}

function required(values: Values, name: string, longest: number): string {
  const value = values.get(name);
  if (value === undefined) throw invalidInput('Link', t`${name} is missing.`, t`Add ${name}=….`);
  checkLength(name, value, longest);
  return value;
}

function checkLength(name: string, value: string, longest: number): void {
  if (value.length === 0 || value.length > longest) {
    throw invalidInput(name, t`it is empty or too long.`, t`Use 1 to ${formatCount(longest)}.`);
  }
}

function termsOf(values: Values): QueryTerms | undefined {
  const filterText = values.get('filter');
  const select = values.get('select');
  const limit = wholeNumber(values, 'limit', 1_000_000_000);
  const pageSize = wholeNumber(values, 'page-size', 1000);
  const parallel = wholeNumber(values, 'parallel', maxParallelRanges);
  const splitOr = values.get('split-or');
  if (splitOr !== undefined && splitOr !== 'yes') throw invalidInput('split-or', t`it is not “yes”.`, t`Remove it.`);
  if ([filterText, select, limit, pageSize, parallel, splitOr].every((each) => each === undefined)) return undefined;
  const terms: QueryTerms = {
    partitionKey: { kind: 'any' },
    rowKey: { kind: 'any' },
    select: select === undefined ? [] : select.split(','),
    ...(filterText === undefined || filterText.trim() === '' ? {} : { filterText }),
    ...(limit === undefined ? {} : { limit }),
    ...(pageSize === undefined ? {} : { pageSize }),
    ...(splitOr === undefined ? {} : { splitOr: true }),
    ...(parallel === undefined ? {} : { parallel }),
  };
  checkTerms(terms);
  return terms;
}

function wholeNumber(values: Values, name: string, max: number): number | undefined {
  const text = values.get(name);
  if (text === undefined) return undefined;
  const value = /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : Infinity;
  if (value <= max) return value;
  throw invalidInput(name, t`${quoted(text)} is not from 1 to ${formatCount(max)}.`, t`Enter a whole number.`);
}

function valuesOfTerms(terms: QueryTerms | undefined): readonly (readonly [string, string | undefined])[] {
  if (terms === undefined) return [];
  const { text } = checkedFilter({ ...terms, table: 'T00', pageSize: 1000 });
  return [
    ['filter', text],
    ['select', terms.select.length === 0 ? undefined : terms.select.join(',')],
    ['limit', terms.limit?.toString()],
    ['page-size', terms.pageSize?.toString()],
    ['split-or', terms.splitOr === true ? 'yes' : undefined],
    ['parallel', terms.parallel?.toString()],
  ];
}
