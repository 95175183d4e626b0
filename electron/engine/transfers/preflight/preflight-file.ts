// One file or blob of a survey: what is known about it, and the name it would get.
import type { EarlyLeave } from '../../blobs/early-stays';
import { type SourceIdentity, mtimeMsOf } from '../plan/source-watch';

export interface PreflightFile {
  /** Path, or name of the blob that is copied or downloaded. */
  readonly source: string;
  /** Full name of the blob at the target; of a download the path below its folder, with `/`. */
  readonly name: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  /** Only for a move: its early leave of its tier. */
  readonly leave?: EarlyLeave | undefined;
}

export function preflightFileOf(source: string, name: string, identity: SourceIdentity): PreflightFile {
  return { source, name, bytes: identity.bytes, modifiedMs: mtimeMsOf(identity) };
}
