// What a local source is, and whether it is still the file that was planned. A file that changed while it was read is
// never committed.
import type { BigIntStats } from 'node:fs';
import { type ErrorShape, StowageError } from '@shared/errors';

/** Distinguishes two states of a file; times as text, because nanoseconds exceed a number. */
export interface SourceIdentity {
  readonly bytes: number;
  readonly mtimeNs: string;
  /** `0` where the file system has none. */
  readonly ino: string;
  /** When its bytes, owner or name changed last, which no program can set; absent if unknown. */
  readonly ctimeNs?: string | undefined;
}

export function identityOf(stats: BigIntStats): SourceIdentity {
  return {
    bytes: Number(stats.size),
    mtimeNs: stats.mtimeNs.toString(),
    ino: stats.ino.toString(),
    ctimeNs: stats.ctimeNs.toString(),
  };
}

/** That of a file as it is planned. */
export function plannedIdentity({ bytes, mtimeNs, ino, ctimeNs }: SourceIdentity): SourceIdentity {
  return { bytes, mtimeNs, ino, ctimeNs };
}

/** The entry at a path. */
export type Lookup =
  | { readonly kind: 'file'; readonly identity: SourceIdentity }
  /** Neither file nor folder that could be read. */
  | { readonly kind: 'special' }
  | { readonly kind: 'problem'; readonly error: ErrorShape };

export function lookupOf(stats: BigIntStats): Lookup {
  return stats.isFile() ? { kind: 'file', identity: identityOf(stats) } : { kind: 'special' };
}

/** Throws `conflict.source-changed` when the file is not the one that was planned. */
export function assertUnchanged(path: string, planned: SourceIdentity, stats: BigIntStats): void {
  const now = identityOf(stats);
  if (!isSameSource(planned, now)) throw sourceChanged(path, planned.bytes, now.bytes);
  if (!isSameState(planned, now)) throw sourceTouched(path);
}

/** By everything but the time of the last change, which other programs cause without changing bytes. */
export function isSameSource(planned: SourceIdentity, now: SourceIdentity): boolean {
  return now.bytes === planned.bytes && now.mtimeNs === planned.mtimeNs && now.ino === planned.ino;
}

export function isSameState(planned: SourceIdentity, now: SourceIdentity): boolean {
  return isSameSource(planned, now) && (planned.ctimeNs === undefined || planned.ctimeNs === now.ctimeNs);
}

/** Size and time are as planned, and yet the bytes are or may be others. The file can be sent from its start. */
export function sourceTouched(path: string): StowageError {
  return new StowageError('conflict.source-changed', 'The file changed while it was uploaded.', {
    context: { source: path, touched: true },
  });
}

export function isTouched({ code, context }: StowageError): boolean {
  return code === 'conflict.source-changed' && context.touched === true;
}

export function sourceChanged(path: string, plannedBytes: number, nowBytes: number): StowageError {
  return new StowageError('conflict.source-changed', 'The file changed while it was uploaded.', {
    context: { source: path, plannedBytes, nowBytes },
  });
}

export function mtimeMsOf(identity: SourceIdentity): number {
  return Number(BigInt(identity.mtimeNs) / 1_000_000n);
}
