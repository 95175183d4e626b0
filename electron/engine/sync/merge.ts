// Merges two ordered listings into pairs, and judges each pair. Holds a page of each side, never a listing: a million
// names against a million take as little memory as a thousand.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { StowageError, invalidInput } from '@shared/errors';
import { mapConcurrent } from '@shared/map-concurrent';
import type { SyncCompare } from '@shared/model/sync';
import { t } from '@shared/strings/t';
import { type AnyItem, type Aside, type LocalItem, type SyncSide, compareNames } from './sides';

/** What both sides have under one name. */
export interface Pair {
  readonly name: string;
  readonly source: AnyItem | null;
  readonly target: AnyItem | null;
  /** The side without an item of that name has the folder, by what is in it. */
  readonly isImplied?: true;
}

/** `what`: how the target has to change. */
export interface Compared extends Pair {
  readonly what: 'new' | 'changed' | 'same' | 'only there';
}

export interface MergedPage<P extends Pair> {
  readonly pairs: readonly P[];
  readonly asides: readonly (Aside & { readonly side: 'source' | 'target' })[];
}

const pairsAtOnce = 1000;
const hashedAtOnce = 4;

/** Pairs by name. Throws when a side is out of order, which would pair nothing with nothing. */
async function* mergeSides(
  source: SyncSide,
  target: SyncSide,
  signal: AbortSignal,
): AsyncGenerator<MergedPage<Pair>, void, undefined> {
  const asides: MergedPage<Pair>['asides'][number][] = [];
  const [left, right] = [
    new Cursor(source, signal, (aside) => asides.push({ ...aside, side: 'source' })),
    new Cursor(target, signal, (aside) => asides.push({ ...aside, side: 'target' })),
  ];
  let pairs: Pair[] = [];
  try {
    await Promise.all([left.begin(), right.begin()]);
    for (
      let [one, other] = [left.item, right.item];
      one !== null || other !== null;
      [one, other] = [left.item, right.item]
    ) {
      const order = one === null ? 1 : other === null ? -1 : compareNames(one.name, other.name);
      const name = (order <= 0 ? one : other)?.name ?? '';
      const isFolder = order < 0 ? one?.isFolder === true : order > 0 && other?.isFolder === true;
      const isImplied = isFolder && (order < 0 ? other : one)?.name.startsWith(name) === true;
      pairs.push({
        name,
        source: order <= 0 ? one : null,
        target: order >= 0 ? other : null,
        ...(isImplied ? { isImplied } : {}),
      });
      if (pairs.length >= pairsAtOnce) {
        yield { pairs, asides: asides.splice(0) };
        pairs = [];
      }
      // Almost every item is on the page that is there already, which must not cost a turn of the event loop.
      if (order <= 0 && !left.advance()) await left.nextPage();
      if (order >= 0 && !right.advance()) await right.nextPage();
    }
    if (pairs.length > 0 || asides.length > 0) yield { pairs, asides };
  } finally {
    await Promise.all([left.end(), right.end()]);
  }
}

class Cursor {
  item: AnyItem | null = null;
  readonly #pages: AsyncIterator<{ readonly items: readonly AnyItem[]; readonly asides: readonly Aside[] }>;
  readonly #where: string;
  readonly #onAside: (aside: Aside) => void;
  #page: readonly AnyItem[] = [];
  #at = -1;
  #last: string | null = null;
  #isOver = false;

  constructor(side: SyncSide, signal: AbortSignal, onAside: (aside: Aside) => void) {
    this.#pages = side.list(signal)[Symbol.asyncIterator]();
    this.#where = side.where;
    this.#onAside = onAside;
  }

  begin(): Promise<void> {
    return this.nextPage();
  }

  /** False when the page is used up. */
  advance(): boolean {
    this.#at += 1;
    const next = this.#page[this.#at];
    if (next === undefined) return false;
    if (this.#last !== null && compareNames(this.#last, next.name) >= 0) throw outOfOrder(this.#where, next.name);
    this.#last = next.name;
    this.item = next;
    return true;
  }

  async nextPage(): Promise<void> {
    this.item = null;
    while (!this.#isOver) {
      const next = await this.#pages.next();
      if (next.done === true) {
        this.#isOver = true;
        return;
      }
      for (const aside of next.value.asides) this.#onAside(aside);
      this.#page = next.value.items;
      this.#at = -1;
      if (this.advance()) return;
    }
  }

  async end(): Promise<void> {
    if (!this.#isOver) await this.#pages.return?.();
  }
}

function outOfOrder(where: string, name: string): StowageError {
  const problem = t`${where} lists “${name}” out of order, so it cannot be compared safely. Nothing was deleted.`;
  return new StowageError('conflict.other', 'A listing is out of order.', { context: { path: name, problem } });
}

export interface CompareOptions {
  readonly how: SyncCompare;
  /** By the name below the roots: anything else takes no part. */
  readonly keep: (name: string) => boolean;
  /** Called for a pair without a stored MD5. */
  readonly onNoMd5?: (name: string) => void;
  /** How those are compared; default by size and time. */
  readonly withoutMd5?: 'size' | 'mtime-size';
  readonly signal: AbortSignal;
}

/** @throws StowageError `invalid.input` where the sides have nothing to be compared by in that way */
export async function* compareSides(
  source: SyncSide,
  target: SyncSide,
  options: CompareOptions,
): AsyncGenerator<MergedPage<Compared>, void, undefined> {
  const { how, keep, signal } = options;
  const sides = { source, target };
  const judge = how === 'etag' ? etagRule(sides, options) : how === 'md5' ? md5Rule(sides, options) : null;
  for await (const { pairs, asides } of mergeSides(source, target, signal)) {
    const chosen = pairs.filter(({ name }) => keep(name));
    const judged = async (pair: Pair): Promise<Compared> => ({
      ...pair,
      what: await (areFolders(pair) ? 'same' : (judge?.(pair) ?? judgedByFacts(pair, how))),
    });
    // Only hashing and looking at properties wait for anything.
    const compared =
      judge === null
        ? chosen.map((pair) => ({ ...pair, what: judgedByFacts(pair, how) }))
        : await mapConcurrent(chosen, hashedAtOnce, judged);
    yield { pairs: compared, asides: asides.filter((aside) => aside.kind === 'problem' || keep(aside.name)) };
  }
}

type Judge = (pair: Pair) => Promise<Compared['what']>;

function md5Rule(sides: Sides, { onNoMd5, withoutMd5 = 'mtime-size', signal }: CompareOptions): Judge {
  return async (pair) => {
    const { source, target, name } = pair;
    if (source === null || target === null || source.bytes !== target.bytes) return judgedByFacts(pair, 'size');
    const what = await judgedByMd5(source, target, sides, signal);
    if (what !== 'unknown') return what;
    onNoMd5?.(name);
    return judgedByFacts(pair, withoutMd5);
  };
}

interface Sides {
  readonly source: SyncSide;
  readonly target: SyncSide;
}

/** `unknown`: one of the two has none. */
async function judgedByMd5(
  source: AnyItem,
  target: AnyItem,
  sides: Sides,
  signal: AbortSignal,
): Promise<'same' | 'changed' | 'unknown'> {
  const ends = [[source, sides.source] as const, [target, sides.target] as const];
  // Objects first: without the MD5 of one there is nothing to read a file for.
  const likely = new Map<AnyItem, string | null>();
  for (const [item, side] of ends.sort(([one], [other]) => Number(one.at === 'local') - Number(other.at === 'local'))) {
    const md5 = item.at === 'local' ? await hashOf(item, signal) : await likelyMd5(item, side, signal);
    if (md5 === '') return 'unknown';
    likely.set(item, md5);
  }
  const [one, other] = [likely.get(source), likely.get(target)];
  // What cannot be read is reported for its name by whatever moves it.
  if (one === null || other === null) return 'changed';
  // Whatever the two ETags are: equal ones are no coincidence.
  if (one === other) return 'same';
  const proven: string[] = [];
  for (const [item, side] of ends) {
    const isProven = item.at === 'local' || item.contentMd5 !== '';
    const md5 = isProven ? likely.get(item) : await side.md5Of?.(item, signal);
    if (!md5) return 'unknown';
    proven.push(md5);
  }
  return proven[0] === proven[1] ? 'same' : 'changed';
}

/** Base64; empty where nothing reveals one. An ETag of S3 that looks like an MD5 is none if the object is encrypted. */
async function likelyMd5(item: AnyItem, side: SyncSide, signal: AbortSignal): Promise<string> {
  const { etag, contentMd5 } = item;
  if (contentMd5 !== '' || side.md5Of === undefined) return contentMd5;
  const hex = /^"?([0-9a-f]{32})"?$/u.exec(etag)?.[1];
  return hex === undefined ? side.md5Of(item, signal) : Buffer.from(hex, 'hex').toString('base64');
}

/** Whatever its marker is: a folder has nothing to be compared by. */
const areFolders = ({ source, target }: Pair): boolean =>
  source !== null && target !== null && (source.isFolder === true || target.isFolder === true);

function judgedByFacts(pair: Pair, how: SyncCompare): Compared['what'] {
  const { source, target } = pair;
  if (source === null) return 'only there';
  if (target === null) return 'new';
  if (areFolders(pair)) return 'same';
  if (source.bytes !== target.bytes) return 'changed';
  if (how === 'size') return 'same';
  return isSameTime(source, target) ? 'same' : 'changed';
}

/** @throws StowageError `invalid.input` where the ETags of the two do not tell whether bytes are equal */
function etagRule(sides: Sides, { signal }: CompareOptions): Judge {
  const { source, target } = sides;
  const kinds = [source.etags, target.etags];
  const isRecorded = target.etags === 'version' && source.etags !== 'none';
  const isOfContent = kinds.includes('content') && !kinds.includes('version');
  if (!isRecorded && !isOfContent) {
    throw invalidInput(
      'compare',
      t`the ETags of these two places do not tell whether bytes are equal.`,
      t`Use mtime-size or md5.`,
    );
  }
  return async (pair) => {
    const { source: from, target: to } = pair;
    if (from === null || to === null || from.bytes !== to.bytes) return judgedByFacts(pair, 'size');
    if (isRecorded) return isCopyOfVersion(from, to) ? 'same' : 'changed';
    if (from.etag !== '' && from.etag === to.etag) return 'same';
    // That of an object in parts follows from their sizes, too: another one proves nothing.
    const what = await judgedByMd5(from, to, sides, signal);
    return what === 'unknown' ? judgedByFacts(pair, 'mtime-size') : what;
  };
}

/** The record stays where another program writes new content and the metadata that it found, which the MD5 reveals. */
function isCopyOfVersion(from: AnyItem, to: AnyItem): boolean {
  const isOther = from.contentMd5 !== '' && to.contentMd5 !== '' && from.contentMd5 !== to.contentMd5;
  return !isOther && from.etag !== '' && to.sourceEtag === from.etag;
}

/**
 * An object without the time of its content must have been written after the source changed. Otherwise the times are
 * equal, as far as both are known: services and some disks store whole seconds.
 */
export function isSameTime(source: Timed, target: Timed): boolean {
  const [from, to] = [source.modifiedMs, target.modifiedMs];
  if (target.timeOf === 'write') return to >= Math.floor(from / 1000) * 1000;
  if (from % 1000 === 0 || to % 1000 === 0) return Math.floor(from / 1000) === Math.floor(to / 1000);
  return from === to;
}

type Timed = Pick<AnyItem, 'modifiedMs' | 'timeOf'>;

/** Null for a file that cannot be read. */
async function hashOf({ path }: LocalItem, signal: AbortSignal): Promise<string | null> {
  const hash = createHash('md5');
  try {
    for await (const piece of createReadStream(path, { signal })) hash.update(piece as Buffer);
  } catch {
    signal.throwIfAborted();
    return null;
  }
  return hash.digest('base64');
}
