// What all comparisons share: comparing both sides piece by piece, and the error for a difference.
import { type ErrorCode, StowageError } from '@shared/errors';
import { MiB } from '@shared/units';
import { blockCount, type Block, coverOf } from '../plan/blocks';
import { type FileContext, type FileOutcome, fileSignal } from '../files/file-context';
import type { VerifyFile } from '../records/job-records';
import { type Lane, eachOf } from '../pace/scheduler';
import { unit } from '../progress/unit-state';
import { t } from '@shared/strings/t';

/** The service returns an MD5 for ranges up to this size. */
export const comparedPieceBytes = 4 * MiB;

/**
 * Both sides have the same length. `blobsRead`: how many of them are fetched. Throws StowageError `verify.content` when
 * any piece differs.
 */
export async function compareInPieces(
  file: VerifyFile,
  lane: Lane,
  context: FileContext,
  blobsRead: 1 | 2,
  compare: (piece: Block, own: FileContext) => Promise<'same' | 'differs'>,
): Promise<FileOutcome> {
  const { signal, end } = fileSignal(context.signal);
  const own = { ...context, signal };
  let differing = 0;
  context.progress.file(file.f, unit.inFlight);
  try {
    await lane.runAll(
      eachOf(coverOf({ bytes: file.bytes, blockBytes: comparedPieceBytes }, [])),
      ({ length }) => length * blobsRead,
      async (piece) => {
        if ((await compare(piece, own)) === 'differs') differing += 1;
      },
    );
  } finally {
    end();
  }
  if (differing === 0) return { outcome: 'done' };
  const detail = t`${differing} of ${blockCount(file.bytes, comparedPieceBytes)} pieces of 4 MiB differ.`;
  throw found('verify.content', detail, file, context, { differing });
}

/** The result of a comparison as the failure of its file. */
export function found(
  code: Extract<ErrorCode, `verify.${string}`>,
  detail: string,
  { name, path }: VerifyFile,
  { container }: FileContext,
  facts: Readonly<Record<string, string | number>> = {},
): StowageError {
  return new StowageError(code, detail, { context: { container, blob: name, path, ...facts } });
}
