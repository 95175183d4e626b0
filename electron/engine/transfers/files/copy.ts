// Copies or moves one object: by the service where it can read the source, otherwise through this machine. The copy is
// verified before it counts, and a source is deleted only after its copy was verified. Parts that an earlier run staged
// are looked up and not copied again. Over 300 lines, because both ways of copying share all phases.
import { StowageError } from '@shared/errors';
import type { BlockNumber } from '@shared/model/block-number';
import { unknownVersion } from '../../blobs/response-version';
import { eachOf } from '../pace/scheduler';
import { blockBytesFor, coverOf } from '../plan/blocks';
import { copyFileOf } from '../plan/copy-plan';
import { type WriteCondition, decideUpload, needsBlobFacts } from '../plan/overwrite';
import type { CopyFile } from '../records/job-records';
import type { CopyRejection } from '../worker/messages';
import { type FileContext, earlierWithin, noteNotWritten } from './file-context';
import { moveBlocks, showBlocks } from './move-blocks';
import type { CopySource, Store, StoreCall, StoredObject } from './store';
import { type Attempt, type Next, type Strategy, done, skipped } from './strategy';

export type CopyWay = 'whole' | 'blocks';

/** How the objects of one run are copied: by the service until it denies that, then through this machine. */
export class CopyWays {
  readonly #rejected = new Set<CopyWay>();

  /**
   * The copy methods for one object. A denial applies to others only once the object was copied through this machine.
   */
  ofOne(): OwnWays {
    const own = new Set<CopyWay>();
    return {
      isOpen: (way) => !this.#rejected.has(way) && !own.has(way),
      rejected: (way, concerns) => {
        if (concerns === 'all') own.add(way);
      },
      // Until then the object itself may be the one that is denied.
      carried: () => {
        for (const way of own) this.#rejected.add(way);
      },
    };
  }
}

interface OwnWays {
  /** Whether to request copies from the service still. */
  readonly isOpen: (way: CopyWay) => boolean;
  /** `one`: only for this object; the next one is requested from the service again. */
  readonly rejected: (way: CopyWay, concerns: CopyRejection['concerns']) => void;
  /** Part of it was copied through this machine. */
  readonly carried: () => void;
}

/** The object at the target. */
interface Existing {
  readonly object: StoredObject | null;
  /** It is the verified copy of an earlier run, which has still to delete the source. */
  readonly isVerified: boolean;
  readonly isLookedUp: boolean;
}

type Decision =
  /** An earlier run has made the copy. */
  | { readonly kind: 'made'; readonly etag: string; readonly verifiedAtMs: number | null }
  | { readonly kind: 'copy'; readonly condition: WriteCondition; readonly source: StoredObject };

interface Work {
  readonly decision: Decision;
  readonly ways: OwnWays;
  readonly from: CopySource;
  /** The version that is known to be the copy; null before. */
  etag: string | null;
  /** Wall time when that version was last seen, once it was verified. */
  verifiedAtMs: number | null;
}

/** How often parts are staged, because another writer of the same object discards ours whenever it commits. */
const maxRounds = 3;

export class Copy implements Strategy<CopyFile, Existing, Decision, Work> {
  readonly kind = 'copy';
  readonly #target: Store;
  readonly #source: Store;
  readonly #isMove: boolean;
  readonly #ways = new CopyWays();

  constructor({ target, source }: { readonly target: Store; readonly source: Store }, kind: 'copy' | 'move') {
    this.#target = target;
    this.#source = source;
    this.#isMove = kind === 'move';
  }

  // A missing source may have been deleted by this very move, which finds that out itself.
  async replan(file: CopyFile, call: StoreCall): Promise<CopyFile> {
    const source = await this.#source.probe(file.source, call);
    if (source === null || (source.etag !== '' && source.etag === file.etag)) return file;
    const fresh = copyFileOf({ ...source, name: file.source, tier: file.tier }, file.name, call.context.options);
    return { ...fresh, f: file.f, attempt: file.attempt + 1 };
  }

  async probe(one: Attempt<CopyFile>): Promise<Existing> {
    const { open, file, context } = one;
    const { overwrite } = context.options;
    const isLookedUp =
      open.copiedEtag !== null ||
      needsBlobFacts(overwrite, file.blockBytes === 0 ? 'one' : 'many') ||
      // What is replaced must be of the same kind.
      overwrite === 'always' ||
      open.earlier === 'yes';
    const object = isLookedUp ? await this.#target.probe(file.name, one) : null;
    return { object, isVerified: object !== null && object.etag !== '' && object.etag === open.copiedEtag, isLookedUp };
  }

  async decide(one: Attempt<CopyFile>, { object, isVerified, isLookedUp }: Existing): Promise<Decision | Next> {
    const { open, file, context } = one;
    if (object !== null && isVerified) return { kind: 'made', etag: object.etag, verifiedAtMs: context.clock.now() };
    if (object !== null && (await this.#isOurs(object, one))) {
      return { kind: 'made', etag: object.etag, verifiedAtMs: null };
    }
    if (isLookedUp) noteNotWritten(open, context);
    const planned = { bytes: file.bytes, mtimeMs: Date.parse(file.lastModified) };
    const decision = decideUpload(context.options.overwrite, planned, object);
    if (decision.kind === 'skip') return skipped(decision.reason);
    if (decision.unlessMd5 !== '' && decision.unlessMd5 === file.contentMd5) return skipped('the same');
    if (object !== null) this.#target.assertReplaceable(object, file.name, context.options);
    return { kind: 'copy', condition: decision.condition, source: await this.#sourceNow(one) };
  }

  async open({ file, context }: Attempt<CopyFile>, decision: Decision): Promise<Work> {
    const [etag, verifiedAtMs] = decision.kind === 'made' ? [decision.etag, decision.verifiedAtMs] : [null, null];
    return { decision, ways: this.#ways.ofOne(), from: this.#versionOf(file, context), etag, verifiedAtMs };
  }

  async moveMissing(one: Attempt<CopyFile>, work: Work): Promise<Next | null> {
    const { decision, ways } = work;
    if (decision.kind === 'made') return null;
    const copied =
      one.file.blockBytes === 0 && ways.isOpen('whole') ? await this.#copyWhole(one, work, decision) : 'refused';
    const { outcome } = copied === 'refused' ? await this.#copyInParts(one, work, decision) : copied;
    return outcome === 'stored' ? null : skipped('already there');
  }

  async verify(one: Attempt<CopyFile>, work: Work): Promise<void> {
    const { file, context } = one;
    const { verify } = context.options;
    if (work.verifiedAtMs !== null || (verify === 'none' && !this.#isMove)) return;
    const copy = await this.#target.probe(file.name, one);
    const verifiedAtMs = context.clock.now();
    if (copy === null) throw notFound(this.#target.where(file.name), 'The copy was deleted before it was verified.');
    // Before a source is deleted, a missing MD5 counts as a different one.
    const isComparable = file.contentMd5 !== '' && (this.#isMove || copy.contentMd5 !== '');
    const isOther = verify === 'md5' && isComparable && copy.contentMd5 !== file.contentMd5;
    // An equal length proves nothing: without an MD5, the source is deleted only if the target is the very version that
    // was written.
    const isSame =
      (copy.etag !== '' && copy.etag === work.etag) || (file.contentMd5 !== '' && copy.contentMd5 === file.contentMd5);
    if (copy.bytes !== file.bytes || isOther || (this.#isMove && !isSame)) {
      throw new StowageError('network.checksum', 'The copy does not have the length or the MD5 of its source.', {
        context: this.#target.where(file.name),
      });
    }
    if (verify === 'md5' && !isComparable) context.remark('length compared');
    // Recorded on disk before the source is deleted: a later run must know that only the deletion is left.
    if (this.#isMove) await context.journal.commit({ t: 'copied', f: file.f, etag: copy.etag });
    work.etag = copy.etag;
    work.verifiedAtMs = verifiedAtMs;
  }

  /** Deletes the source of a move; a copy is complete already. */
  async commit(one: Attempt<CopyFile>, { etag, verifiedAtMs }: Work): Promise<Next> {
    if (!this.#isMove || etag === null || verifiedAtMs === null) return done;
    const { file } = one;
    let deletion: 'deleted' | 'missing' | 'unproven';
    try {
      deletion = await this.#source.deleteCopied(file, { store: this.#target, etag, seenAtMs: verifiedAtMs }, one);
    } catch (thrown) {
      const { code, message, retry, requestId, context: facts } = StowageError.from(thrown);
      // Between copy and deletion both exist; a reader of the note must not take the copy for missing.
      throw new StowageError(code, message, { retry, requestId, context: { ...facts, moved: 'copied' } });
    }
    if (deletion === 'unproven') throw notFound(this.#target.where(file.name), 'The copy was gone before its source.');
    return done;
  }

  #versionOf(file: CopyFile, { options }: FileContext): CopySource {
    return this.#source.versionOf(file, { md5: options.verify === 'md5' });
  }

  async #sourceNow(one: Attempt<CopyFile>): Promise<StoredObject> {
    const { file } = one;
    const location = this.#source.where(file.source);
    const source = await this.#source.probe(file.source, one);
    if (source === null) throw notFound(location, 'The blob no longer exists.');
    if (source.etag === '') {
      // A copy notices another version by itself; the deletion after it depends on the condition alone.
      if (this.#isMove) throw unknownVersion({ container: location.container, name: location.blob });
      if (source.lastModified === file.lastModified) return source;
    }
    if (source.etag !== file.etag) {
      throw new StowageError('conflict.blob-changed', 'The blob was changed after the copy was planned.', {
        context: { ...location, during: 'copy' },
      });
    }
    // It could not be deleted afterwards, and would exist in both locations.
    if (this.#isMove && source.leased) throw leased(location.blob, location.container);
    return source;
  }

  // A copy made by an earlier run of this job is done, whatever the overwrite policy for the objects of others.
  async #isOurs(object: StoredObject, one: Attempt<CopyFile>): Promise<boolean> {
    const { file, context } = one;
    const withinMs = earlierWithin(one);
    if (withinMs === null || object.ageMs > withinMs || object.bytes !== file.bytes) return false;
    if (!this.#target.recordsSource(object, file, context)) return false;
    if (context.options.preserveTimes === true) {
      const source = await this.#source.probe(file.source, one);
      if (source !== null && source.fileModified !== object.fileModified) return false;
    }
    if (file.contentMd5 !== '') return object.contentMd5 === file.contentMd5;
    if (this.#target.isCopyOf(object, this.#versionOf(file, context))) return true;
    return file.blockBytes > 0 && this.#target.isMadeOfParts(file, one);
  }

  async #copyWhole(
    one: Attempt<CopyFile>,
    work: Work,
    { condition, source }: Extract<Decision, { kind: 'copy' }>,
  ): Promise<{ readonly outcome: 'stored' | 'exists' } | 'refused'> {
    const { file, lane, context } = one;
    const write = { condition, source, earlierWithinMs: earlierWithin(one) };
    const result = await lane.run(0, () => this.#target.copyWhole(file, work.from, write, context));
    if (result.outcome === 'stored') {
      work.etag = result.etag;
      return { outcome: 'stored' };
    }
    if (result.outcome === 'exists') return { outcome: 'exists' };
    if (result.outcome === 'refused') work.ways.rejected('whole', result.concerns);
    return 'refused';
  }

  /**
   * Stages the missing parts and commits them with the headers, metadata and tags of the source. Parts that were
   * discarded meanwhile are staged again, a few times.
   * @throws StowageError `conflict.blocks-lost` after that
   */
  async #copyInParts(
    one: Attempt<CopyFile>,
    work: Work,
    { condition, source }: Extract<Decision, { kind: 'copy' }>,
  ): Promise<{ readonly outcome: 'stored' | 'exists' }> {
    const file = await this.#begun(one, source);
    const cut = { ...one, file };
    const { context } = one;
    let staged = one.open.earlier === 'yes' ? await this.#stagedBefore(cut) : new Set<BlockNumber>();
    for (let round = 1; ; round += 1) {
      await this.#stageAmongOthers(cut, work, staged);
      if (this.#target.readsAnyVersion === true) await this.#sourceNow(one);
      await context.journal.commit({ t: 'committing', f: file.f, md5: file.contentMd5 });
      try {
        const parts = [...coverOf(file, staged)].map(({ number }) => number);
        const settings = await this.#target.settingsOfCopy(file, source, this.#source, cut);
        const write = { settings, condition, contentMd5: file.contentMd5, earlierWithinMs: earlierWithin(cut) };
        const written = await this.#target.commit(file, parts, write, cut);
        if (written.outcome !== 'stored') return { outcome: 'exists' };
        work.etag = written.etag;
        return { outcome: 'stored' };
      } catch (thrown) {
        const error = StowageError.from(thrown);
        if (error.code !== 'conflict.blocks-lost' || round >= maxRounds) throw error;
        context.remark('blocks thrown away');
        staged = await this.#stagedBefore(cut);
      }
    }
  }

  async #begun(one: Attempt<CopyFile>, source: StoredObject): Promise<CopyFile> {
    const file = this.#cut(one);
    if (this.#target.beginParts === undefined) return file;
    const settings = await this.#target.settingsOfCopy(file, source, this.#source, one);
    const begin = { settings, contentMd5: file.contentMd5, isContinued: one.open.earlier === 'yes' };
    const begun = await this.#target.beginParts(file, begin, one);
    if (begun !== file) one.context.journal.note(begun);
    return begun;
  }

  #cut({ file, context }: Attempt<CopyFile>): CopyFile {
    if (file.blockBytes > 0) return file;
    const cut = { ...file, blockBytes: blockBytesFor(file.bytes, context.options, null, this.#target.partLimits) };
    context.journal.note(cut);
    return cut;
  }

  /** Discards the staged parts of another writer where the store accepts no others beside them. */
  async #stageAmongOthers(one: Attempt<CopyFile>, work: Work, staged: Set<BlockNumber>): Promise<void> {
    try {
      await this.#stageMissing(one, work, staged);
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (!this.#target.isBlockedByOthers(error)) throw error;
      await this.#target.discardOthersParts(one.file.name, error, one);
      await this.#stageMissing(one, work, staged);
    }
  }

  /** Adds the parts it stages to `staged`. */
  async #stageMissing(one: Attempt<CopyFile>, { ways, from }: Work, staged: Set<BlockNumber>): Promise<void> {
    const { f, file, context } = one;
    const { progress, journal } = context;
    // If a part were stored before the journal knows its file, it would be copied again after a crash.
    await journal.writeForSure();
    progress.closed(f);
    showBlocks(f, file, staged, context);
    if (await this.#stageByService(one, { ways, from }, staged)) return;
    context.remark('through this machine');
    const missing = { cut: file, held: new Set(staged), limits: this.#target.partLimits };
    await moveBlocks(one, missing, async (part, own) => {
      await this.#target.carryPart(file, from, part, own);
      ways.carried();
      staged.add(part.number);
      journal.noteBlock(f, part.number);
    });
  }

  /** Whether the service has copied all of them. */
  async #stageByService(
    { f, file, lane, context }: Attempt<CopyFile>,
    { ways, from }: Pick<Work, 'ways' | 'from'>,
    staged: Set<BlockNumber>,
  ): Promise<boolean> {
    const missing = [...coverOf(file, staged)].filter(({ number }) => !staged.has(number));
    let isComplete = true;
    await lane.runAll(
      eachOf(missing),
      // The service copies it, so no memory of this machine is needed.
      () => 0,
      async (part) => {
        if (!ways.isOpen('blocks')) {
          isComplete = false;
          return;
        }
        const copied = await this.#target.copyPart(file, from, part, context);
        if (copied === 'stored') {
          staged.add(part.number);
          context.journal.noteBlock(f, part.number);
          return;
        }
        ways.rejected('blocks', copied.concerns);
        isComplete = false;
      },
    );
    return isComplete;
  }

  // The store's list decides: parts in the journal may have expired or been discarded.
  async #stagedBefore(one: Attempt<CopyFile>): Promise<Set<BlockNumber>> {
    return (await this.#target.stagedParts(one.file, one)).numbers;
  }
}

function notFound(location: { readonly container: string; readonly blob: string }, detail: string): StowageError {
  return new StowageError('not-found.blob', detail, { context: location });
}

/** Why a blob is not moved. */
export function leased(blob: string, container: string): StowageError {
  return new StowageError('conflict.leased', 'The blob is leased, so a move could not delete it.', {
    context: { container, blob },
  });
}
