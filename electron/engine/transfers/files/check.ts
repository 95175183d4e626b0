// Compares one local file with its object, or a copy with its source: existence, length, MD5. Differences are thrown as
// errors; neither side is changed.
import { lstat } from 'node:fs/promises';
import { type ErrorCode, StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { MiB } from '@shared/units';
import { localError, systemCodeOf } from '../../../disk/local-error';
import { eachOf } from '../pace/scheduler';
import { blockCount, coverOf } from '../plan/blocks';
import { unit } from '../progress/job-progress';
import type { VerifyFile } from '../records/job-records';
import type { Store } from './store';
import { type Attempt, type Next, type Strategy, done, skipped } from './strategy';
import { fileSignal } from './task-requests';

/** The service returns an MD5 for ranges up to this size. */
export const comparedPieceBytes = 4 * MiB;

/** The remaining comparison when both sides exist and have equal length. */
interface Decision {
  readonly file: VerifyFile;
  /** `md5`: of the local file, with this one. */
  readonly compares: 'pieces' | { readonly md5: string };
}

export class Check implements Strategy<VerifyFile, VerifyFile, Decision, Decision> {
  readonly kind = 'verify';
  readonly #target: Store;
  /** Null where local files are compared. */
  readonly #source: Store | null;

  constructor(target: Store, source: Store | null) {
    this.#target = target;
    this.#source = source;
  }

  /** A verification looks up both sides itself. */
  async replan(file: VerifyFile): Promise<VerifyFile> {
    return file;
  }

  /** Looks up what the plan does not know of the two sides. */
  async probe(one: Attempt<VerifyFile>): Promise<VerifyFile> {
    const { open, file: planned, context } = one;
    const isFresh = open.recheck === 'no' && open.earlier === 'no';
    const wantsMd5 = context.options.verify !== 'length' && planned.here?.bytes === planned.there?.bytes;
    const isListed = (store: Store, side: VerifyFile['here']): boolean =>
      isFresh && (store.listsMd5 || !wantsMd5 || (side?.contentMd5 ?? '') !== '');
    const isThereListed = isListed(this.#target, planned.there);
    if (isThereListed && planned.facts === 'known' && this.#source === null) return planned;
    const here = this.#source !== null && isListed(this.#source, planned.here) ? planned.here : null;
    const [foundHere, there] = await Promise.all([
      here ?? this.#probeHere(one),
      (isThereListed ? planned.there : null) ?? probeSide(this.#target, planned.name, one),
    ]);
    const bytes = foundHere?.bytes ?? there?.bytes ?? 0;
    const file: VerifyFile = { ...planned, here: foundHere, there, bytes };
    if (bytes !== planned.bytes) context.journal.note(file);
    return file;
  }

  async decide({ context }: Attempt<VerifyFile>, file: VerifyFile): Promise<Decision | Next> {
    const { here, there } = file;
    const isCopy = this.#source !== null;
    if (here === null && there === null) return skipped('gone on both sides');
    if (here === null) {
      throw isCopy
        ? this.#found('verify.missing-source', t`The copy exists, but the source does not.`, file)
        : this.#found('verify.missing-here', t`The blob exists, but the file does not.`, file);
    }
    if (there === null) {
      throw isCopy
        ? this.#found('verify.missing-copy', t`The source exists, but the copy does not.`, file)
        : this.#found('verify.missing-there', t`The file exists, but the blob does not.`, file);
    }
    if (here.bytes !== there.bytes) {
      const detail = isCopy
        ? t`${here.bytes} bytes at the source, ${there.bytes} in the copy.`
        : t`${here.bytes} bytes locally, ${there.bytes} in the blob.`;
      throw this.#found('verify.length', detail, file, { hereBytes: here.bytes, thereBytes: there.bytes });
    }
    if (context.options.verify === 'length' || here.bytes === 0) return done;
    return isCopy ? this.#decideCopy(file) : this.#decideFile(file);
  }

  async open(_one: Attempt<VerifyFile>, decision: Decision): Promise<Decision> {
    return decision;
  }

  /** Nothing is moved: the comparison is what remains. */
  async moveMissing(one: Attempt<VerifyFile>, { file, compares }: Decision): Promise<null> {
    if (compares === 'pieces') await this.#comparePieces(one, file);
    else await this.#compareMd5(one, file, compares.md5);
    return null;
  }

  async verify(): Promise<void> {
    // Comparing was the verification.
  }

  async commit(): Promise<Next> {
    return done;
  }

  async close({ f, context }: Attempt<VerifyFile>, { compares }: Decision): Promise<void> {
    if (compares === 'pieces' && this.#source === null) context.pool.release(context.jobId, f);
  }

  #decideFile(file: VerifyFile): Decision {
    const md5 = file.there?.contentMd5 ?? '';
    if (md5 !== '') return { file, compares: { md5 } };
    if (file.reading === 'in full') return { file, compares: 'pieces' };
    throw this.#found('verify.no-md5', t`The blob has no stored MD5; only the length was compared.`, file);
  }

  #decideCopy(file: VerifyFile): Decision | Next {
    // Reads both byte by byte if the user requested it, because a stored MD5 is only what some client wrote.
    if (file.reading === 'in full') return { file, compares: 'pieces' };
    const { contentMd5: stored = '' } = file.here ?? {};
    const { contentMd5: computed = '' } = file.there ?? {};
    if (stored === '' || computed === '') {
      const which = stored === '' ? (computed === '' ? t`either blob` : t`the source`) : t`the copy`;
      throw this.#found('verify.no-md5', t`No MD5 is stored with ${which}; only the length was compared.`, file);
    }
    if (stored === computed) return done;
    const detail = t`The stored MD5 of the copy differs from that of its source.`;
    throw this.#found('verify.content', detail, file, { stored, computed });
  }

  #probeHere(one: Attempt<VerifyFile>): Promise<VerifyFile['here']> {
    const { path } = one.file;
    return this.#source === null ? probeLocal(path) : probeSide(this.#source, path, one);
  }

  async #compareMd5({ lane, context }: Attempt<VerifyFile>, file: VerifyFile, stored: string): Promise<void> {
    const computed = await lane.run(0, () => hashShown(file, context));
    if (computed === stored) return;
    const detail = t`The MD5 of the file differs from the one stored with the blob.`;
    throw this.#found('verify.content', detail, file, { stored, computed });
  }

  async #comparePieces({ lane, context }: Attempt<VerifyFile>, file: VerifyFile): Promise<void> {
    const source = this.#source;
    const blobsRead = source === null ? 1 : 2;
    const { signal, end } = fileSignal(context.signal);
    const own = { ...context, signal };
    let differing = 0;
    context.progress.file(file.f, unit.inFlight);
    try {
      await lane.runAll(
        eachOf(coverOf({ bytes: file.bytes, blockBytes: comparedPieceBytes }, [])),
        ({ length }) => length * blobsRead,
        async (piece) => {
          const outcome =
            source === null
              ? await this.#target.comparePart(file, piece, own)
              : await this.#target.compareWithSource(file, source, piece, own);
          if (outcome === 'differs') differing += 1;
        },
      );
    } finally {
      end();
    }
    if (differing === 0) return;
    const detail = t`${differing} of ${blockCount(file.bytes, comparedPieceBytes)} ranges of 4 MiB differ.`;
    throw this.#found('verify.content', detail, file, { differing });
  }

  /** The result of a comparison as the failure of its file. */
  #found(
    code: Extract<ErrorCode, `verify.${string}`>,
    detail: string,
    { name, path }: VerifyFile,
    facts: Readonly<Record<string, string | number>> = {},
  ): StowageError {
    const source = this.#source === null ? null : this.#source.where(path);
    const from: Readonly<Record<string, string>> =
      source === null ? {} : { from: source.container, source: source.blob };
    return new StowageError(code, detail, { context: { ...this.#target.where(name), path, ...from, ...facts } });
  }
}

async function probeSide(store: Store, name: string, one: Attempt<VerifyFile>): Promise<VerifyFile['there']> {
  const object = await store.probe(name, one);
  return object === null ? null : { bytes: object.bytes, etag: object.etag, contentMd5: object.contentMd5 };
}

async function probeLocal(path: string): Promise<VerifyFile['here']> {
  try {
    const stats = await lstat(path);
    return stats.isFile() ? { bytes: stats.size } : null;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT' || systemCodeOf(error) === 'ENOTDIR') return null;
    throw localError(error, path);
  }
}

/** Hashes on a thread without requests; the progress of the job follows the hash. */
async function hashShown(
  file: VerifyFile,
  { pool, progress, trace, jobId, signal }: Attempt['context'],
): Promise<string> {
  const { f, path, name, bytes } = file;
  const traced = trace.started({ file: f, name, block: 0, bytes, sends: 'nothing' });
  let outcome: 'done' | 'not-done' = 'not-done';
  let passed = 0;
  const beganMs = progress.started(bytes);
  progress.file(f, unit.inFlight);
  try {
    const hash = pool.hash(jobId, { path, bytes, readableBytes: bytes }, signal, (hashed) => {
      progress.passed(f, hashed - passed);
      passed = hashed;
    });
    const { md5 } = await hash.result;
    outcome = 'done';
    return md5;
  } finally {
    trace.ended(traced, outcome);
    progress.passed(f, -passed);
    progress.stopped(f, bytes, outcome, beganMs);
    progress.file(f, outcome === 'done' ? unit.done : unit.untouched);
  }
}
