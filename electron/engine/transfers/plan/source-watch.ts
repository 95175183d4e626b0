// What a local source is, and whether it is still the file that was planned. A file that changed while it was read is
// never committed.
import type { BigIntStats } from 'node:fs';
import { type ErrorShape, StowageError } from '@shared/errors';

/** What tells one state of a file from another; times as text, because nanoseconds exceed a number. */
export interface SourceIdentity {
  readonly bytes: number;
  readonly mtimeNs: string;
  /** `0` where the file system has none. */
  readonly ino: string;
}

export function identityOf(stats: BigIntStats): SourceIdentity {
  return { bytes: Number(stats.size), mtimeNs: stats.mtimeNs.toString(), ino: stats.ino.toString() };
}

/** What is at a path. */
export type Look =
  | { readonly kind: 'file'; readonly identity: SourceIdentity }
  /** Neither file nor folder that could be read. */
  | { readonly kind: 'special' }
  | { readonly kind: 'problem'; readonly error: ErrorShape };

export function lookOf(stats: BigIntStats): Look {
  return stats.isFile() ? { kind: 'file', identity: identityOf(stats) } : { kind: 'special' };
}

/** Throws `conflict.source-changed` when the file is not the one that was planned. */
export function assertUnchanged(path: string, planned: SourceIdentity, stats: BigIntStats): void {
  const now = identityOf(stats);
  if (now.bytes === planned.bytes && now.mtimeNs === planned.mtimeNs && now.ino === planned.ino) return;
  throw sourceChanged(path, planned.bytes, now.bytes);
}

export function sourceChanged(path: string, plannedBytes: number, nowBytes: number): StowageError {
  return new StowageError('conflict.source-changed', 'The file changed while it was uploaded.', {
    context: { source: path, plannedBytes, nowBytes },
  });
}

export function mtimeMsOf(identity: SourceIdentity): number {
  return Number(BigInt(identity.mtimeNs) / 1_000_000n);
}
