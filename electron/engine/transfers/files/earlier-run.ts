// Whether what exists at the target may be what an earlier run of the job wrote there. Only ages are compared: the job's
// by this machine's clock, the blob's by that of the service. The two may show different times, which a SAS allows.
import type { Clock } from '../../ports';
import { type OpenFile, isPerhapsWritten } from '../records/files-state';
import type { FileContext } from './file-context';
import type { EarlierWithinMs } from '../worker/messages';

/** For a clock that was corrected a little between the runs. */
const toleranceMs = 15 * 60_000;

interface Run {
  readonly open: { readonly earlier: 'yes' | 'no' };
  readonly file: { readonly attempt: number };
  readonly context: { readonly createdAtMs: number; readonly clock: Pick<Clock, 'now'> };
}

export function earlierWithin({ open, file, context }: Run): EarlierWithinMs {
  if (open.earlier !== 'yes' && file.attempt === 0) return null;
  const ageMs = context.clock.now() - context.createdAtMs;
  // A job from the future: the clock was put back meanwhile, and nobody knows how old the job is.
  return ageMs < 0 ? Infinity : ageMs + toleranceMs;
}

/** Call it when a look has not found at the target what an earlier run may have written there. */
export function noteNotWritten(open: OpenFile, { journal }: Pick<FileContext, 'journal'>): void {
  if (isPerhapsWritten(open)) journal.note({ t: 'committing', f: open.file.f, md5: '', written: 'no' });
}
