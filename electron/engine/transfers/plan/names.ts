// Maps blob names to local paths that are always inside the chosen folder, valid on Windows, macOS and Linux alike, and
// reversible. What a file system cannot store, and what would be invisible or reorder the name (`rtl\u202egpj.exe` looks
// like a picture), becomes %XX of its UTF-8 bytes. Pure; touches no disk.
import { isIdleJoiner, isUnseen } from '@shared/visible-text';

/** Device names that Windows reserves, whatever follows the first dot. */
const reservedName = /^(?:con(?:in\$|out\$)?|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=$|[. ])/iu;
const unstorable = new Set('<>:"\\|?*');
/** File systems allow 255 bytes or UTF-16 units per name; longer segments continue in a subfolder. */
const segmentLimitBytes = 240;
/** Marks a segment that continues in the next one. Unambiguous, because a literal `%` at the end is always encoded. */
const continues = '%';
/** Stands for an empty segment (`a//b`). */
const emptySegment = '%~';

/** Path segments below the target folder for one blob name. Never empty, never `.` or `..`, no separators inside. */
export function localSegments(blobName: string): readonly string[] {
  return blobName.split('/').flatMap(encodeSegment);
}

/** The inverse of `localSegments`. */
export function blobNameOf(segments: readonly string[]): string {
  const joined: string[] = [];
  let open = '';
  for (const segment of segments) {
    if (segment.endsWith(continues)) {
      open += plain(segment.slice(0, -continues.length));
      continue;
    }
    joined.push(open + plain(segment));
    open = '';
  }
  return joined.join('/');
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
 * `a%/%~`, which maps back to `a`.
 */
export function keptApart(segments: readonly string[], at: number): readonly string[] {
  return [...segments.slice(0, at), `${segments[at] ?? ''}${continues}`, emptySegment, ...segments.slice(at + 1)];
}

/**
 * The next name to try when this one is taken: `scan.pdf`, `scan (1).pdf`, `scan (2).pdf`. What ends in a slash is the
 * mark of a folder, and stays one: `scans/`, `scans (1)/`.
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
const storable = /^[\w !#$&'()+,;=@[\]^`{}~.-]{0,239}[\w!#$&'()+,;=@[\]^`{}~-]$/u;

function encodeSegment(segment: string): readonly string[] {
  if (segment === '') return [emptySegment];
  if (storable.test(segment) && !reservedName.test(segment)) return [segment];
  const characters = [...segment].map((character, at, all) =>
    mustEncode(character, at, all) ? percent(character) : character,
  );
  if (reservedName.test(segment)) characters[0] = percent(characters[0] ?? '');
  return split(characters);
}

function mustEncode(character: string, at: number, all: readonly string[]): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (unstorable.has(character) || (code > 0x7e && isUnseen(character))) return true;
  if (code < 0x20 || isIdleJoiner(character, all[at - 1], all[at + 1])) return true;
  const last = at === all.length - 1;
  if (character === '%') return last || all[at + 1] === '~' || isHexPair(all[at + 1], all[at + 2]);
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
