// Uploads one file: in one request, or in staged parts that are committed if the file is still the planned one. Parts that
// an earlier run staged are looked up and not sent again. Over 300 lines, because what an interrupted upload may have left
// is decided here and nowhere else.
import { stat } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import type { BlockNumber } from '@shared/model/block-number';
import type { OverwritePolicy, TransferOptions } from '@shared/model/transfer';
import { joinCrc32 } from '../../../disk/crc32';
import { localError } from '../../../disk/local-error';
import { fileTime } from '../../blobs/file-times';
import { type Cut, blockAt, blockBytesFor, bytesIn, coverOf, fitsOneRequest, largestOf } from '../plan/blocks';
import { decideUpload, needsBlobFacts } from '../plan/overwrite';
import {
  type SourceIdentity,
  assertUnchanged,
  identityOf,
  isSameSource,
  isSameState,
  isTouched,
  mtimeMsOf,
  plannedIdentity,
  sourceTouched,
} from '../plan/source-watch';
import type { UploadFile } from '../records/job-records';
import type { Remark } from '../records/remarks';
import { type FileContext, earlierWithin, noteNotWritten } from './file-context';
import { type Hashing, NotMoved, cutWhereTooLarge, hashing, moveBlocks, moveWhole, showBlocks } from './move-blocks';
import type { Store, StoreCall, StoreWrite, StoredObject } from './store';
import { type Attempt, type Next, type Strategy, again, done, replanned, skipped } from './strategy';
import { fileSignal } from './task-requests';

/** The object at the target. */
interface Existing {
  /** Null for none, and before any lookup. */
  readonly object: StoredObject | null;
  /** Reserves the name for this upload. */
  readonly placeholder: StoredObject | null;
  readonly isWanted: boolean;
  /** A lookup was made and allowed. */
  readonly isKnown: boolean;
}

const nobodyLooked: Existing = { object: null, placeholder: null, isWanted: false, isKnown: false };

interface Decision extends Omit<StoreWrite, 'settings'> {
  readonly existing: Existing;
  readonly unlessMd5: string;
}

interface Work {
  readonly write: StoreWrite & { readonly unlessMd5: string };
  /** Ends with the attempt; only of a file in parts. */
  readonly signal: ReturnType<typeof fileSignal> | null;
  readonly hash: Hashing | null;
  /** Null until it is known what an earlier run has staged. */
  staged: StagedParts | null;
  /** How often parts were staged, because another writer of the same object discards ours whenever it commits. */
  rounds: number;
  md5: string;
}

/** Staged parts, each with the CRC-32 of what was sent as it. */
type StagedParts = Map<BlockNumber, number>;

const maxRounds = 3;
const maxRestarts = 2;

export class Upload implements Strategy<UploadFile, Existing, Decision, Work> {
  readonly kind = 'upload';
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async replan(file: UploadFile, call: StoreCall): Promise<UploadFile> {
    const { context } = call;
    if (file.marks === 'folder') return file;
    const now = await readIdentity(file.path);
    if (isSameState(file, now)) return file;
    await this.#store.abandonParts?.(file, call);
    return this.#planFromStart(file, now, context.options);
  }

  cut({ file, context }: Attempt<UploadFile>): UploadFile | null {
    return cutWhereTooLarge(file, context, this.#store.partLimits);
  }

  // Looking saves sending a file in vain.
  probe(one: Attempt<UploadFile>): Existing | Promise<Existing> {
    const { open, file, tried, context } = one;
    const { existingTargets } = context;
    const isInParts = file.blockBytes > 0;
    const policy = policyFor(file, context);
    const isWanted =
      needsBlobFacts(policy, isInParts ? 'many' : 'one') ||
      (isInParts && open.committingMd5 !== null) ||
      tried.isTaken === true ||
      existingTargets.shouldLookUp(file.bytes, policy);
    return isWanted ? this.#lookUp(one, policy) : nobodyLooked;
  }

  decide(one: Attempt<UploadFile>, existing: Existing): Decision | Next | Promise<Decision | Next> {
    const { object } = existing;
    if (object === null) return this.#decide(one, existing);
    return this.#isOurs(object, one).then((isOurs) => (isOurs ? done : this.#decide(one, existing)));
  }

  #decide(one: Attempt<UploadFile>, existing: Existing): Decision | Next {
    const { open, file, tried, context } = one;
    const { object } = existing;
    if (existing.isKnown) noteNotWritten(open, context);
    const policy = policyFor(file, context);
    const decision = decideUpload(policy, { bytes: file.bytes, mtimeMs: mtimeMsOf(file) }, object);
    if (decision.kind === 'skip') return skipped(decision.reason);
    if (object !== null) this.#store.assertReplaceable(object, file.name, context.options);
    // Under `always`, the first write of a small file reveals whether it replaces an object, which is looked up then.
    const findsOut = policy === 'always' && !existing.isWanted && context.existingTargets.canLookUp();
    const condition =
      tried.isUnconditional === true
        ? ({ kind: 'none' } as const)
        : findsOut
          ? ({ kind: 'absent' } as const)
          : decision.condition;
    return { existing, condition, unlessMd5: decision.unlessMd5, earlierWithinMs: earlierWithin(one) };
  }

  async open(one: Attempt<UploadFile>, decision: Decision): Promise<Work> {
    const { file, context } = one;
    const { unlessMd5, earlierWithinMs } = decision;
    const { object, placeholder } = decision.existing;
    const settings = await this.#store.settingsFor(file, object, one);
    const isInParts = file.blockBytes > 0;
    const emptied = isInParts && object !== null ? await this.#store.acceptParts(object, file.name, one) : null;
    const etag = emptied ?? placeholder?.etag ?? null;
    const condition = etag === null ? decision.condition : ({ kind: 'same', etag } as const);
    const write = { settings, condition, unlessMd5, earlierWithinMs };
    if (!isInParts) return { write, signal: null, hash: null, staged: null, rounds: 1, md5: '' };
    const wantsHash = context.options.verify === 'md5' || unlessMd5 !== '';
    const signal = fileSignal(context.signal);
    const hash = wantsHash ? hashing(context, wholeFile(file), signal.signal) : null;
    return { write, signal, hash, staged: null, rounds: 1, md5: '' };
  }

  moveMissing(one: Attempt<UploadFile>, work: Work): Promise<Next | null> {
    return one.file.blockBytes === 0 ? this.#sendWhole(one, work) : this.#sendMissing(one, work);
  }

  async #sendMissing(one: Attempt<UploadFile>, work: Work): Promise<Next | null> {
    const { unlessMd5 } = work.write;
    if (work.staged === null) {
      if (unlessMd5 !== '' && (await work.hash?.md5()) === unlessMd5) return skipped('the same');
      const begun = await this.#begun(one, work);
      if (begun !== one.file) return replanned(one, begun);
      work.staged = one.open.earlier === 'yes' ? await this.#stagedBefore(one) : new Map<BlockNumber, number>();
      noteStaged(one, work.staged);
    }
    await this.#sendParts(one, work.staged, work.hash);
    return null;
  }

  async #begun(one: Attempt<UploadFile>, { write }: Work): Promise<UploadFile> {
    const { file, open } = one;
    const begin = { settings: write.settings, contentMd5: '', isContinued: open.earlier === 'yes' };
    return (await this.#store.beginParts?.(file, begin, one)) ?? file;
  }

  async verify({ file }: Attempt<UploadFile>, work: Work): Promise<void> {
    const { hash } = work;
    work.md5 = (await hash?.md5()) ?? '';
    assertUnchanged(file.path, plannedIdentity(file), await readStats(file.path));
    if (hash !== null && (await hash.sum()) !== sumOfSent(file, work.staged)) throw sourceTouched(file.path);
  }

  async commit(one: Attempt<UploadFile>, work: Work): Promise<Next | 'parts lost'> {
    const { f, file, context } = one;
    const staged = work.staged ?? new Map<BlockNumber, number>();
    await context.journal.commit({ t: 'committing', f, md5: work.md5 });
    try {
      const parts = [...coverOf(file, staged.keys())].map(({ number }) => number);
      const { outcome } = await this.#store.commit(file, parts, { ...work.write, contentMd5: work.md5 }, one);
      return outcome === 'stored' ? stored(work, context) : skipped('already there');
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (error.code !== 'conflict.blocks-lost' || work.rounds >= maxRounds) throw error;
      context.remark('blocks thrown away');
      work.rounds += 1;
      work.staged = withSums(await this.#listStaged(one, new Set()), staged);
      return 'parts lost';
    }
  }

  close({ f, context }: Attempt<UploadFile>, { signal }: Work): void {
    if (signal === null) return;
    signal.end();
    context.pool.release(context.jobId, f);
  }

  async afterFailure(error: StowageError, one: Attempt<UploadFile>): Promise<Next> {
    const { file, tried, context } = one;
    if (isTouched(error)) return this.#restart(error, one);
    if (file.marks === 'folder' && error.kind === 'conflict' && (await this.#isFolderThere(one))) {
      return skipped('already there');
    }
    if (file.upload !== undefined && error.code === 'conflict.blocks-lost' && (tried.restarts ?? 0) < maxRestarts) {
      context.remark('blocks thrown away');
      const restarts = (tried.restarts ?? 0) + 1;
      return replanned(one, withoutUpload(file), { open: { committingMd5: null }, tried: { restarts } });
    }
    const isBlocked = file.blockBytes > 0 && this.#store.isBlockedByOthers(error);
    if (!isBlocked || tried.hasDiscardedParts === true) throw error;
    const beside = file.idBytes === undefined ? await this.#store.planBesideOthers(file, one) : null;
    if (beside === null) await this.#store.discardOthersParts(file.name, error, one);
    else context.remark('another writer');
    return replanned(one, beside ?? file, {
      open: { earlier: 'no' },
      tried: { hasDiscardedParts: beside === null },
    });
  }

  /** A real folder is not replaced by the blob that would mark it, and has everything that it needs. */
  async #isFolderThere(one: Attempt<UploadFile>): Promise<boolean> {
    const existing = await this.#store.probe(one.file.name, one);
    return existing !== null && this.#store.isFolder?.(existing) === true;
  }

  /** The source was touched: its bytes may have changed behind an unchanged time. */
  async #restart(error: StowageError, one: Attempt<UploadFile>): Promise<Next> {
    const { file, tried, context } = one;
    const restarts = tried.restarts ?? 0;
    if (restarts >= maxRestarts || context.signal.aborted) throw error;
    const fresh = this.#planFromStart(file, await readIdentity(file.path), context.options);
    // Another file has the path by now, which is for the user to know.
    if (!isSameSource(file, fresh)) throw error;
    if (fresh.blockBytes > 0) context.remark('source changed');
    await this.#store.abandonParts?.(file, one);
    return replanned({ ...one, tried: {} }, fresh, {
      open: { committingMd5: null },
      tried: { restarts: restarts + 1 },
    });
  }

  /** The file as it is now, of which nothing was sent. */
  #planFromStart(file: UploadFile, identity: SourceIdentity, options: TransferOptions): UploadFile {
    const blockBytes = blockBytesFor(identity.bytes, options, null, this.#store.partLimits);
    const isWhole = fitsOneRequest(identity.bytes, blockBytes, options);
    return { ...withoutUpload(file), ...identity, attempt: file.attempt + 1, blockBytes: isWhole ? 0 : blockBytes };
  }

  // A signature may allow writing and not reading: then the condition of the write decides, unless the policy compares
  // the object with the file.
  async #lookUp(one: Attempt<UploadFile>, policy: OverwritePolicy): Promise<Existing> {
    const { existingTargets } = one.context;
    const found = await this.#probe(one, policy);
    const placeholder = found !== null && this.#store.isPlaceholder(found) ? found : null;
    const object = placeholder === null ? found : null;
    const isKnown = existingTargets.canLookUp();
    if (isKnown) existingTargets.note(object === null ? 'nothing' : 'there');
    return { object, placeholder, isWanted: true, isKnown };
  }

  async #probe(one: Attempt<UploadFile>, policy: OverwritePolicy): Promise<StoredObject | null> {
    const { existingTargets, remark } = one.context;
    const isNeeded = policy === 'if-newer' || policy === 'if-different';
    if (isNeeded || existingTargets.canLookUp()) {
      try {
        return await this.#store.probe(one.file.name, one);
      } catch (thrown) {
        const error = StowageError.from(thrown);
        if (isNeeded || error.kind !== 'auth') throw error;
        existingTargets.noteRejected();
      }
    }
    remark('not looked up');
    return null;
  }

  // What an earlier run of this job stored is done, whatever the overwrite policy for the objects of others.
  async #isOurs(object: StoredObject, one: Attempt<UploadFile>): Promise<boolean> {
    const { open, file, context } = one;
    const withinMs = earlierWithin(one);
    if (withinMs === null || object.bytes !== file.bytes || file.marks === 'folder') return false;
    // With another time it was there before, and a sync that compares times would send it again.
    if (context.options.preserveTimes === true && object.fileModified !== fileTime(file.mtimeNs)) return false;
    const isRecent = object.ageMs <= withinMs;
    const committed = open.committingMd5;
    if (file.blockBytes > 0 && committed !== null) {
      if (committed !== '' && object.contentMd5 !== '') return object.contentMd5 === committed;
      // Without an MD5, length and age alone could match an object of another writer.
      return isRecent && this.#store.isMadeOfParts(file, one);
    }
    if (!isRecent || object.contentMd5 === '') return false;
    return (await hashing(context, wholeFile(file), context.signal).md5()) === object.contentMd5;
  }

  async #sendWhole(one: Attempt<UploadFile>, work: Work): Promise<Next> {
    const { file, lane, context } = one;
    const sent = await lane.run(file.bytes, () =>
      moveWhole(file, context, this.#store.partLimits, (own) => this.#store.writeWhole(file, work.write, own)),
    );
    if (sent instanceof NotMoved) {
      // It may have been stored unnoticed, or may still be stored; that object then belongs to this job.
      return again(one, { pauseMs: sent.pauseMs, ...(sent.wasSent ? { open: { earlier: 'yes' } } : {}) });
    }
    const { outcome: answer } = sent;
    if (answer === 'stored') return stored(work, context);
    if (answer === 'uncommitted') {
      // A commit succeeds despite parts that another writer has staged under the name, if ours fit beside them.
      const fits = (await this.#store.planBesideOthers(file, one)) !== null;
      if (!fits) return again(one, { tried: { isUnconditional: true } });
      const blockBytes = blockBytesFor(file.bytes, context.options, null, this.#store.partLimits);
      return replanned(one, { ...file, blockBytes }, { open: { committingMd5: null } });
    }
    context.existingTargets.note('there');
    if (answer === 'exists' && policyFor(file, context) === 'always') return again(one, { tried: { isTaken: true } });
    return skipped(answer === 'same' ? 'the same' : 'already there');
  }

  /** Adds the parts it sends to `staged`. */
  async #sendParts(one: Attempt<UploadFile>, staged: StagedParts, hash: Hashing | null): Promise<void> {
    const { f, file, context } = one;
    const { progress, journal } = context;
    // If a part were stored before the journal knows its file, it would be sent again after a crash.
    await journal.writeForSure();
    progress.closed(f);
    const held = new Set(staged.keys());
    showBlocks(f, file, held, context);
    await moveBlocks(one, { cut: file, held, limits: this.#store.partLimits, hash }, async (part, own) => {
      const sum = await this.#store.writePart(file, part, own);
      staged.set(part.number, sum);
      journal.noteBlock(f, part.number, sum);
    });
  }

  /**
   * The parts of an earlier run that were read from the file as it is now. One that the journal missed, because the run
   * was killed, counts if the file has not changed since; earlier versions recorded too little to know that.
   * @throws StowageError `conflict.source-changed`
   */
  async #stagedBefore(one: Attempt<UploadFile>): Promise<StagedParts> {
    const { open, file, context } = one;
    const numbers = [...(await this.#listStaged(one, new Set(open.sums.keys())))];
    if (numbers.length === 0) return new Map();
    assertUnchanged(file.path, plannedIdentity(file), await readStats(file.path));
    const ranges = numbers.map((number) => blockAt(file, number));
    const { sums } = await context.pool.sumRanges(context.jobId, { path: file.path, ranges }, context.signal);
    const found: StagedParts = new Map();
    for (const [index, number] of numbers.entries()) {
      const [sum, sent] = [sums[index] ?? null, open.sums.get(number)];
      if (sum === null || (sent !== undefined && sent !== sum)) throw sourceTouched(file.path);
      if (sent !== undefined || file.ctimeNs !== undefined) found.set(number, sum);
    }
    return found;
  }

  /**
   * The store's list decides: parts in the journal may have expired or been discarded. Where reading is not allowed,
   * `unlessReadable` has to do, until a commit shows that it is wrong: then everything is sent again.
   */
  async #listStaged(one: Attempt<UploadFile>, unlessReadable: Set<BlockNumber>): Promise<Set<BlockNumber>> {
    const { remark } = one.context;
    try {
      const { numbers, hasOthers } = await this.#store.stagedParts(one.file, one);
      if (hasOthers) remark('another writer');
      return numbers;
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (error.kind !== 'auth') throw error;
      remark('not looked up');
      return unlessReadable;
    }
  }
}

function withoutUpload({ upload: _gone, ...file }: UploadFile): UploadFile {
  return file;
}

/** A marker never replaces an object, which may hold something. */
function policyFor({ marks }: UploadFile, { options }: FileContext): OverwritePolicy {
  return marks === 'folder' ? 'never' : options.overwrite;
}

function wholeFile({ path, bytes }: UploadFile) {
  return { path, bytes, readableBytes: bytes };
}

function stored({ write }: Work, context: FileContext): Next {
  for (const property of write.settings.dropped) context.remark(`dropped: ${property}` satisfies Remark);
  return done;
}

function withSums(numbers: ReadonlySet<BlockNumber>, known: ReadonlyMap<BlockNumber, number>): StagedParts {
  return new Map([...known].filter(([number]) => numbers.has(number)));
}

/** CRC-32 of the whole file as it was sent; null where that of a part is missing. */
function sumOfSent(file: UploadFile, staged: StagedParts | null): number | null {
  let whole = 0;
  for (const { number, length } of coverOf(file, staged?.keys() ?? [])) {
    const sum = staged?.get(number);
    if (sum === undefined) return null;
    whole = joinCrc32(whole, sum, length);
  }
  return whole;
}

/** Brings the journal in line with what the store has. */
function noteStaged({ open, file, context }: Attempt<UploadFile>, staged: StagedParts): void {
  const { journal, remark } = context;
  const { isExpired, isOther } = compareStaged(open.blocks, new Set(staged.keys()), file);
  if (isExpired) remark('blocks expired');
  if (isOther) journal.note(file);
  for (const [number, sum] of staged) {
    if (isOther || !open.blocks.has(number)) journal.noteBlock(file.f, number, sum);
  }
}

/** How the parts in the journal compare with those at the store. */
interface StagedDifference {
  /** Fewer bytes are staged than the journal records. */
  readonly isExpired: boolean;
  /** Parts differ from the journal, which therefore has to be corrected. */
  readonly isOther: boolean;
}

/**
 * A part that was given up may have been stored after all. It is then listed instead of the smaller ones that the journal
 * knows, and nothing has expired.
 */
export function compareStaged(
  known: ReadonlySet<BlockNumber>,
  staged: ReadonlySet<BlockNumber>,
  cut: Cut,
): StagedDifference {
  return {
    isExpired: bytesIn(cut, staged) < bytesIn(cut, largestOf(known, cut)),
    isOther: [...known].some((number) => !staged.has(number)),
  };
}

async function readIdentity(path: string): Promise<SourceIdentity> {
  return identityOf(await readStats(path));
}

async function readStats(path: string) {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    throw localError(error, path);
  }
}
