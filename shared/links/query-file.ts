// Saved queries as files that can be sent, versioned and opened: JSON with a version. Parsing is strict: unknown fields
// are rejected by name, so that a file never does less than it states.
import { z } from 'zod';
import { t } from '../strings/t';
import { StowageError, invalidInput } from '../errors';
import { type QueryTerms, type SavedQuery, queryTerms } from '../model/saved-query';
import { type OpenRequest, type OpenTarget, type OpenTitle, type ParsedOpenRequest, openTitle } from './open-request';
import { queryFileExtension } from './marks';
import { checkTable, checkTerms, quoted, rejectHidden } from './outside-text';
import { parseLink } from './link';

/** Much more than the longest filter that the service accepts. */
export const largestQueryFileBytes = 256 * 1024;
/** Deeper than any filter that users build. */
const deepest = 60;

const fileTarget = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('table'),
    account: z.string().min(1).max(200),
    connection: z.string().min(1).max(80).optional(),
    table: z.string(),
  }),
  z.object({ kind: z.literal('columns'), columns: z.array(z.string().max(255)).max(255) }),
]);

const queryFile = z.object({
  stowage: z.literal('query'),
  version: z.literal(1),
  ...openTitle.shape,
  place: fileTarget,
  terms: queryTerms,
});
export type QueryFile = z.infer<typeof queryFile>;

/**
 * What the file holds.
 * @throws StowageError `invalid.*` with one sentence that may be shown
 */
export function parseQueryFile(text: string): ParsedOpenRequest {
  if (text.length > largestQueryFileBytes) {
    throw invalidInput('File', t`it is too large for a saved query.`, t`Check that it is the right file.`);
  }
  const value = jsonOf(text);
  checkDepth(value);
  const parsed = queryFile.safeParse(value);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.') ?? '';
    throw path === ''
      ? invalidInput('File', t`it contains no saved query.`, t`Choose a query exported from Stowage.`)
      : invalidInput(quoted(path), t`it is missing or invalid.`, t`Export the query again.`);
  }
  const unknown = unknownField(value, parsed.data, []);
  if (unknown !== null) throw invalidInput('File', t`${quoted(unknown)} is unknown.`, t`Remove it.`);
  const { name, description, place, terms } = parsed.data;
  checkStrings(parsed.data);
  checkTerms(terms);
  if (place.kind === 'table') checkTable(place.table);
  const target: OpenTarget = { ...place, terms };
  return { state: 'read', from: 'file', target, title: { name, description } };
}

/**
 * The text of a file that reads as this.
 * @throws StowageError `invalid.*` where the query could not be opened from a file
 */
export function renderQueryFile(title: OpenTitle, place: QueryFile['place'], terms: QueryTerms): string {
  const { name, description } = title;
  const text = `${JSON.stringify({ stowage: 'query', version: 1, name, description, place, terms }, null, 2)}\n`;
  parseQueryFile(text);
  return text;
}

/** `First berths.stowage-query`: a name that every system takes. */
export function queryFileName({ name }: Pick<SavedQuery, 'name'>): string {
  const safe = name
    .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80)
    .trim();
  return `${safe === '' ? 'query' : safe}${queryFileExtension}`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalidInput('File', t`it is not JSON.`, t`Export the query again.`);
  }
}

/** Not recursive, because the file determines the depth. */
function checkDepth(value: unknown): void {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) throw invalidInput('File', t`it is nested too deeply.`, t`Check that it is the right file.`);
    level = level.flatMap((each): readonly unknown[] =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    );
  }
}

function checkStrings(value: unknown): void {
  if (typeof value === 'string') rejectHidden('File', value);
  else if (typeof value === 'object' && value !== null) Object.values(value).forEach(checkStrings);
}

/** The path of the first unknown field; null for none. */
function unknownField(given: unknown, read: unknown, path: readonly string[]): string | null {
  if (typeof given !== 'object' || given === null) return null;
  const known = typeof read === 'object' && read !== null ? new Map(Object.entries(read)) : new Map<string, unknown>();
  for (const [name, value] of Object.entries(given)) {
    const at = [...path, name];
    if (!known.has(name)) return at.join('.');
    const inner = unknownField(value, known.get(name), at);
    if (inner !== null) return inner;
  }
  return null;
}

const longestReason = 400;

/** Never throws. */
export function openRequestOfLink(text: string): OpenRequest {
  return readOr('link', () => ({ state: 'read', from: 'link', target: parseLink(text) }));
}

/** Never throws. */
export function openRequestOfFile(text: string): OpenRequest {
  return readOr('file', () => parseQueryFile(text));
}

/** Something that could not even be looked at. */
export function rejectedOpenRequest(from: OpenRequest['from'], reason: string): OpenRequest {
  return { state: 'refused', from, reason: reason.slice(0, longestReason) };
}

function readOr(from: OpenRequest['from'], read: () => OpenRequest): OpenRequest {
  try {
    return read();
  } catch (thrown) {
    const error = StowageError.from(thrown);
    return rejectedOpenRequest(from, error.kind === 'bug' ? t`It cannot be read.` : error.message);
  }
}
