// Compares a copy with its source: existence, length, and the MD5 stored with both. Differences are thrown as errors;
// neither side is changed.
import { type FileContext, type FileOutcome, controlRequest, requestInSlot } from '../files/file-context';
import type { CopySpec, VerifyFile } from '../records/job-records';
import type { Lane } from '../pace/scheduler';
import { compareInPieces, found } from './verify-pieces';
import type { OpenFile } from '../records/files-state';
import { t } from '@shared/strings/t';

/**
 * `from`: where the source is. Throws StowageError `verify.*` for a difference, and what kept the two from being
 * compared.
 */
export async function verifyCopy(
  open: OpenFile,
  planned: VerifyFile,
  from: CopySpec['from'],
  context: FileContext,
): Promise<FileOutcome> {
  const lane = context.scheduler.openLane(context.signal, context.onRequested);
  const isFresh = open.recheck === 'no' && open.earlier === 'no';
  const file = await inspectBoth(isFresh ? planned : { ...planned, here: null, there: null }, from, lane, context);
  const { here: source, there: copy } = file;
  const facts = { from: from.container, source: file.path };
  if (source === null && copy === null) return { outcome: 'skipped', reason: 'gone on both sides' };
  if (source === null) throw found('verify.missing-source', t`There is a copy and no source.`, file, context, facts);
  if (copy === null) throw found('verify.missing-copy', t`There is a source and no copy.`, file, context, facts);
  if (source.bytes !== copy.bytes) {
    const lengths = { hereBytes: source.bytes, thereBytes: copy.bytes };
    const detail = t`${source.bytes} bytes at the source, ${copy.bytes} in the copy.`;
    throw found('verify.length', detail, file, context, { ...facts, ...lengths });
  }
  if (context.options.verify === 'length' || source.bytes === 0) return { outcome: 'done' };
  const { contentMd5 = '' } = source;
  // Reads both byte by byte if a person asked for it, because a stored MD5 is only what some client wrote.
  if (file.reading === 'in full') return compareBytes(file, from, lane, context);
  if (contentMd5 === '' || copy.contentMd5 === '') {
    const which = contentMd5 === '' ? (copy.contentMd5 === '' ? t`either blob` : t`the source`) : t`the copy`;
    throw found(
      'verify.no-md5',
      t`No MD5 is stored with ${which}; only the length was compared.`,
      file,
      context,
      facts,
    );
  }
  if (contentMd5 === copy.contentMd5) return { outcome: 'done' };
  const detail = t`The MD5 stored with the copy is not the one stored with its source.`;
  throw found('verify.content', detail, file, context, { ...facts, stored: contentMd5, computed: copy.contentMd5 });
}

/** At what the plan does not know of them. */
async function inspectBoth(
  planned: VerifyFile,
  from: CopySpec['from'],
  lane: Lane,
  context: FileContext,
): Promise<VerifyFile> {
  const check = async (side: 'source' | 'target'): Promise<VerifyFile['there']> => {
    const address =
      side === 'source'
        ? { container: from.container, name: planned.path }
        : { container: context.container, name: planned.name };
    const { blob } = await controlRequest(context, lane, planned.f, 'read-blob', { ...address, side });
    return blob === null ? null : { bytes: blob.bytes, etag: blob.etag, contentMd5: blob.contentMd5 };
  };
  const [here, there] = await Promise.all([planned.here ?? check('source'), planned.there ?? check('target')]);
  const bytes = here?.bytes ?? there?.bytes ?? 0;
  const file: VerifyFile = { ...planned, here, there, bytes };
  if (bytes !== planned.bytes) context.journal.note(file);
  return file;
}

function compareBytes(
  file: VerifyFile,
  from: CopySpec['from'],
  lane: Lane,
  context: FileContext,
): Promise<FileOutcome> {
  const source = { container: from.container, name: file.path, etag: file.here?.etag ?? '' };
  const copy = { container: context.container, name: file.name, etag: file.there?.etag ?? '' };
  return compareInPieces(file, lane, context, 2, async ({ number, offset, length }, own) => {
    const shown = { f: file.f, block: number };
    const task = { ...copy, source, offset, length };
    return (await requestInSlot(own, length, shown, 'compare-blobs', task)).outcome;
  });
}
