// Maps blob names to local paths and back (over 300 lines: the rules of three kinds of disks, and the target path of
// each blob of a download): always inside the chosen folder, valid on the disk, and stable in both directions.
// Characters that the disk cannot store, and those that would be invisible or reorder the name (`rtl\u202egpj.exe`
// looks like a picture), become %XX of their UTF-8 bytes; a file that a user named that way retains its name. Pure;
// does not access the disk.
import type { OverwritePolicy } from '@shared/model/transfer';
import { isIdleJoiner, isUnseen } from '@shared/visible-text';
import { createNameSet } from '../records/name-set';
import type { Remark } from '../records/remarks';

/** The names that a disk accepts: everything without `/`, or what Windows accepts. */
export type NameRules = 'posix' | 'windows';
/** Whether a name may end in a slash, which an upload rejects. */
type Names = 'uploadable' | 'stored';
/** `earlier`: downloads name files as earlier versions did on every system, and uploads decode nothing. */
export type LocalNaming = NameRules | 'earlier';

/** Device names that Windows reserves, whatever follows the first dot. */
const reservedName = /^(?:con(?:in\$|out\$)?|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=$|[. ])/iu;
const unstorable = new Set('<>:"\\|?*');
/** File systems allow 255 bytes or UTF-16 units per name; longer segments continue in a subfolder. */
const diskLimitBytes = 255;
/** Where a longer one is cut, which leaves room for a number. */
const segmentLimitBytes = 240;
/** Marks a segment that continues in the next one, if both are as `localSegments` writes them. */
const continues = '%';
/** Stands for an empty segment (`a//b`). */
const emptySegment = '%~';
/** Below a name with as many `%` at its end, it represents nothing: see `disambiguate`. */
const apartMark = /^%~+$/u;
/** Marks of `disambiguate` that are only names, by the number of segments from there to the end of the path. */
export type LiteralMarks = ReadonlySet<number>;
const noMarks: LiteralMarks = new Set();

/** The name below the prefix that a file at this path, with `/`, has as a blob. */
export function uploadedName(relativePath: string, naming: LocalNaming, literal = noMarks): string {
  return naming === 'earlier' || !relativePath.includes('%')
    ? relativePath
    : blobNameOf(relativePath.split('/'), naming, 'uploadable', literal);
}

/** Path segments below the target folder for one blob name. Never empty, never `.` or `..`, no separators inside. */
export function localSegments(blobName: string, naming: LocalNaming): readonly string[] {
  const segments = blobName.split('/');
  if (naming === 'earlier') return segments.flatMap((segment) => encoded(segment, 'windows'));
  const found: string[] = [];
  for (const [at, segment] of segments.entries()) {
    const place = { above: found.at(-1) ?? '', isLast: at === segments.length - 1 };
    // Before an empty segment a final `%` would read as that of `disambiguate`.
    const isMark = segments[at + 1] === '' && /%(?:25)?$/u.test(segment);
    found.push(...(isMark || !isLiteral(segment, naming, place) ? encoded(segment, naming) : [segment]));
  }
  return found;
}

/** Where a segment is. */
interface Place {
  /** The local segment before it; empty for none. */
  readonly above: string;
  readonly isLast: boolean;
}

/** Whether such a name represents nothing there: an empty segment is never the last, and `disambiguate` appends a `%`. */
function isFree(mark: string, { above, isLast }: Place): boolean {
  return (isLast || mark !== emptySegment) && !above.endsWith(continues);
}

/**
 * The inverse of `localSegments` and of `disambiguate`. A segment that neither of them writes is literal, like
 * `100%25.txt` if only a user can have named it that way.
 */
export function blobNameOf(
  segments: readonly string[],
  rules: NameRules,
  names: Names = 'uploadable',
  literal = noMarks,
): string {
  if (!segments.some((segment) => segment.includes('%'))) return segments.join('/');
  const found: string[] = [];
  let above = '';
  for (let at = 0; at < segments.length;) {
    const [first = '', next] = [segments[at], segments[at + 1]];
    const place = { above, isLast: next === undefined };
    above = first;
    if (first === emptySegment && (next !== undefined || names === 'stored')) {
      found.push('');
      at += 1;
    } else if (isApart(first, next) && literal.has(segments.length - at)) {
      found.push(first, next);
      above = next;
      at += 2;
    } else if (isApart(first, next)) {
      above = first.slice(0, 1 - next.length);
      at += 2;
      const isLast = at === segments.length;
      found.push(above === emptySegment && !isLast ? '' : oneName(above, rules, { ...place, isLast }));
    } else {
      const group = continuedFrom(segments, at);
      const long = group.length > 1 ? decoded(group) : '';
      const isLong = long !== '' && isEncodingOf(group, long, rules) && !isLiteral(long, rules, place);
      const isStrict = next === emptySegment && first.endsWith('%25') && isEncodingOf([first], decoded([first]), rules);
      found.push(isLong ? long : isStrict ? decoded([first]) : oneName(first, rules, place));
      at += isLong ? group.length : 1;
      above = segments[at - 1] ?? '';
    }
  }
  return found.join('/');
}

/**
 * Whether a download wrote the path for a blob whose name no upload may store (a control character, a segment of dots, a
 * slash at the end): then an upload stores the codes.
 */
export function codesOfRejectedName(relativePath: string, rules: NameRules): boolean {
  if (!relativePath.includes('%')) return false;
  const segments = relativePath.split('/');
  return segments.some((segment, at) => {
    const name = decoded([segment]);
    if (name === segment || canBeUploaded(name) || (name === '' && at < segments.length - 1)) return false;
    return encoded(name, rules).join('/') === segment;
  });
}

/** Whether an upload turns the local segments of a blob's name back into it. */
export function isReadBack(blobName: string, segments: readonly string[], rules: NameRules): boolean {
  return blobNameOf(segments, rules) === blobName;
}

/** What `disambiguate` has made distinct there, and in how many tries; null if it did not write these segments. */
export function apartAt(
  segments: readonly string[],
  at: number,
): { readonly name: string; readonly tries: number } | null {
  const [first = '', next] = [segments[at], segments[at + 1]];
  return isApart(first, next) ? { name: first.slice(0, 1 - next.length), tries: next.length - 1 } : null;
}

/** The path with what `disambiguate` has made distinct under its own name, except where a mark is only a name. */
export function withoutMarks(segments: readonly string[], literal: LiteralMarks): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < segments.length; at += 1) {
    const apart = literal.has(segments.length - at) ? null : apartAt(segments, at);
    found.push(apart?.name ?? segments[at] ?? '');
    if (apart !== null) at += 1;
  }
  return found;
}

function isApart(first: string, next: string | undefined): next is string {
  if (next === undefined || !apartMark.test(next)) return false;
  const marks = continues.repeat(next.length - 1);
  return first.length > marks.length && first.endsWith(marks);
}

/**
 * Whether a folder of that name holds the rest of longer names, so that names below it start with what it represents.
 */
export function isContinued(segment: string): boolean {
  return segment.endsWith(continues) && Buffer.byteLength(segment) > segmentLimitBytes - maxEncodedBytes;
}

/** A character of four bytes, as %XX. */
const maxEncodedBytes = 12;

/** From that segment to the first that does not end in the mark. */
function continuedFrom(segments: readonly string[], from: number): readonly string[] {
  let end = from;
  while (end < segments.length - 1 && segments[end]?.endsWith(continues) === true) end += 1;
  return segments.slice(from, end + 1);
}

function oneName(segment: string, rules: NameRules, place: Place): string {
  const name = decoded([segment]);
  return isEncodingOf([segment], name, rules) && !isLiteral(segment, rules, place) ? name : segment;
}

function decoded(pieces: readonly string[]): string {
  return pieces.map((piece, at) => plain(at < pieces.length - 1 ? piece.slice(0, -continues.length) : piece)).join('');
}

function isEncodingOf(pieces: readonly string[], name: string, rules: NameRules): boolean {
  if (!canBeUploaded(name)) return false;
  const written = encoded(name, rules);
  return written.length === pieces.length && written.every((piece, at) => piece === pieces[at]);
}

/** Names that an upload rejects are never decoded: a user must have named the file that way. */
function canBeUploaded(segment: string): boolean {
  return segment !== '' && !/^\.\.?$|[\0-\x1f\\]/u.test(segment);
}

/**
 * Whether a blob's segment is also its local name although it may look encoded. A download writes no blob as
 * `100%25.txt` (`100%.txt` needs no encoding), so a file of that name is uploaded unchanged and has to come back
 * unchanged; the name that would have been written for that blob is then free, and is literal, too.
 */
function isLiteral(segment: string, rules: NameRules, place: Place): boolean {
  for (let name = segment; ;) {
    if (apartMark.test(name)) return isFree(name, place);
    if (!isStorable(name, rules)) return false;
    if (Buffer.byteLength(name) <= segmentLimitBytes && !name.includes('%')) return true;
    const earlier = decoded([name]);
    if (!isEncodingOf([name], earlier, rules)) return true;
    if (earlier === name) return false;
    name = earlier;
  }
}

/** Whether the disk can store it unchanged, and users can read it. */
function isStorable(segment: string, rules: NameRules): boolean {
  if (commonName.test(segment) && (rules === 'posix' || !reservedName.test(segment))) return true;
  if (segment === '' || Buffer.byteLength(segment) > diskLimitBytes) return false;
  if (rules === 'windows' && reservedName.test(segment)) return false;
  return [...segment].every((character, at, all) => character === '%' || !mustEncode(character, at, all, rules));
}

/** The key under which a disk treats names as equal: ignoring case, or unifying accents. */
export interface NameFolding {
  readonly letterCase: 'folded' | 'kept';
  readonly form: 'folded' | 'kept';
}
export const keepsNames: NameFolding = { letterCase: 'kept', form: 'kept' };

/** Two paths with equal keys would be the same file on such a disk. */
export function collisionKey(segments: readonly string[], { letterCase, form }: NameFolding): string {
  const path = segments.join('/');
  const cased = letterCase === 'folded' ? path.toLowerCase() : path;
  return form === 'folded' ? cased.normalize('NFC') : cased;
}

/**
 * The same path with the segment at index `at` made distinct from an equal name: a folder beside a file `a` becomes
 * `a%/%~`, which maps back to `a`. Where `a%` is a file as well, it becomes `a%%/%~~` with `tries` 2, and so on.
 */
function disambiguate(segments: readonly string[], at: number, tries = 1): readonly string[] {
  const apart = [`${segments[at] ?? ''}${continues.repeat(tries)}`, `%${'~'.repeat(tries)}`];
  return [...segments.slice(0, at), ...apart, ...segments.slice(at + 1)];
}

/**
 * The next name to attempt when this one is taken: `scan.pdf`, `scan (1).pdf`, `scan (2).pdf`. A name that ends in a
 * slash marks a folder, and still does: `scans/`, `scans (1)/`.
 */
export function numberedName(name: string): string {
  const marked = /[^/](\/+)$/u.exec(name)?.[1] ?? '';
  if (marked !== '') return numberedFolder(name.slice(0, -marked.length)) + marked;
  const dot = name.lastIndexOf('.');
  const slash = name.lastIndexOf('/');
  const stemEnd = dot > slash + 1 ? dot : name.length;
  return numberedFolder(name.slice(0, stemEnd)) + name.slice(stemEnd);
}

/** As `numberedName` for folders, which have no extension: `v1.2`, `v1.2 (1)`. */
export function numberedFolder(name: string): string {
  const numbered = / \((\d{1,6})\)$/u.exec(name);
  if (numbered === null) return `${name} (1)`;
  return `${name.slice(0, numbered.index)} (${Number(numbered[1]) + 1})`;
}

/** Names that every file system accepts unchanged; most names are of this kind. */
const commonName = /^[\w !#$&'()+,;=@[\]^`{}~.-]{0,239}[\w!#$&'()+,;=@[\]^`{}~-]$/u;

/** Injective for each rule. */
function encoded(segment: string, rules: NameRules): readonly string[] {
  if (segment === '') return [emptySegment];
  const isReserved = rules === 'windows' && reservedName.test(segment);
  if (commonName.test(segment) && !isReserved) return [segment];
  const characters = [...segment].map((character, at, all) =>
    mustEncode(character, at, all, rules) ? percent(character) : character,
  );
  if (isReserved) characters[0] = percent(characters[0] ?? '');
  return split(characters);
}

function mustEncode(character: string, at: number, all: readonly string[], rules: NameRules): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20 || (code > 0x7e && isUnseen(character))) return true;
  if (isIdleJoiner(character, all[at - 1], all[at + 1])) return true;
  const last = at === all.length - 1;
  if (character === '%') return last || all[at + 1] === '~' || isHexPair(all[at + 1], all[at + 2]);
  if (character === '.' && all.length <= 2 && all.every((other) => other === '.')) return true;
  if (rules === 'posix') return false;
  if (unstorable.has(character)) return true;
  if (character === '.') return last || (at === 0 && all.every((other) => other === '.'));
  return character === ' ' && last;
}

function isHexPair(first: string | undefined, second: string | undefined): boolean {
  const hex = /^[0-9a-f]$/iu;
  return first !== undefined && second !== undefined && hex.test(first) && hex.test(second);
}

function percent(character: string): string {
  return [...Buffer.from(character, 'utf8')]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

// Cuts between characters, so that no multi-byte character or %XX group is split.
function split(characters: readonly string[]): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  let bytes = 0;
  for (const [at, character] of characters.entries()) {
    const size = Buffer.byteLength(character);
    if (bytes + size > segmentLimitBytes && at > 0) {
      pieces.push(piece + continues);
      piece = '';
      bytes = 0;
    }
    piece += character;
    bytes += size;
  }
  return [...pieces, piece];
}

function plain(segment: string): string {
  return segment === emptySegment ? '' : decode(segment);
}

function decode(segment: string): string {
  return segment.replace(/(?:%[0-9a-f]{2})+/giu, (group) =>
    Buffer.from(group.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

// Assigns each blob of a download a path below the target folder, none twice: a file and a folder of the same name get
// different names, and so do names that the disk treats as equal, if the user wants numbers.

interface TargetName {
  readonly segments: readonly string[];
  /** A remark for the user; empty for none. */
  readonly remark: Remark | '';
}

interface TargetNames {
  /** Null when another file of the job has the path and the policy offers no alternative. */
  take(wanted: readonly string[]): TargetName | null;
  /** For a folder, which may hold others. */
  takeFolder(wanted: readonly string[]): TargetName;
  /** For a file that an earlier plan of the job has put there. */
  reserve(segments: readonly string[]): void;
}

export function createTargetNames(folding: NameFolding, policy: OverwritePolicy): TargetNames {
  const files = createNameSet();
  const folders = createNameSet();
  const keyOf = (segments: readonly string[]): string => collisionKey(segments, folding);

  /** No folder on the path may be a file, and the file itself no folder. */
  const apart = (wanted: readonly string[]): readonly string[] => {
    let segments = wanted;
    for (let at = 0; at < segments.length; at += 1) {
      const isFile = at === segments.length - 1;
      const key = keyOf(segments.slice(0, at + 1));
      if (!(isFile ? folders : files).has(key)) continue;
      const isTaken = (tries: number): boolean => files.has(keyOf(disambiguate(segments, at, tries).slice(0, at + 1)));
      let tries = 1;
      while (isTaken(tries)) tries += 1;
      segments = disambiguate(segments, at, tries);
      at += 1;
    }
    return segments;
  };
  const numbered = (taken: readonly string[]): readonly string[] => {
    let segments = taken;
    do segments = [...segments.slice(0, -1), numberedName(segments.at(-1) ?? '')];
    while (files.has(keyOf(segments)) || folders.has(keyOf(segments)));
    return segments;
  };

  /** The folder of the last path; further files in it need no second lookup. */
  let settledFolder: string | null = null;
  const isBesideTheLast = (wanted: readonly string[]): boolean =>
    wanted.length > 1 && settledFolder === wanted.slice(0, -1).join('/');
  const addFolders = (segments: readonly string[]): void => {
    for (let end = segments.length - 1; end > 0; end -= 1) {
      if (folders.add(keyOf(segments.slice(0, end))) === 'known') break;
    }
    settledFolder = segments.slice(0, -1).join('/');
  };
  const reserve = (segments: readonly string[]): void => {
    files.add(keyOf(segments));
    addFolders(segments);
  };

  return {
    take: (wanted) => {
      if (isBesideTheLast(wanted)) {
        const key = keyOf(wanted);
        if (!folders.has(key) && files.add(key) === 'new') return { segments: wanted, remark: '' };
      }
      let segments = apart(wanted);
      let remark: Remark | '' = segments === wanted ? '' : 'kept apart';
      if (files.has(keyOf(segments))) {
        if (policy !== 'rename') return null;
        segments = numbered(segments);
        remark = 'numbered';
      }
      reserve(segments);
      return { segments, remark };
    },
    takeFolder: (wanted) => {
      const inside = [...wanted, ''];
      const segments = apart(inside);
      addFolders(segments);
      return { segments: segments.slice(0, -1), remark: segments === inside ? '' : 'kept apart' };
    },
    reserve,
  };
}
