// The time-outs of one try of an operation, by what it transfers and how long the service may work on it.
import type { Operation } from '../../metrics/request-record';
import type { TryLimits } from './http-types';

export interface TrySize {
  readonly operation: Operation;
  readonly bodyBytes: number;
  /** `range` or `x-ms-range` of the request. */
  readonly range: string | undefined;
}

const slowestBytesPerSecond = 8 * 1024;
/** Of data, whose bytes may share a slow line with many others: as long as they move, only this bounds the duration. */
const slowestDataBytesPerSecond = 512;
const stallMs = 20_000;
const connectMs = 15_000;
/** Tables and listings answer within 30 s or not at all. */
const headerMs = 35_000;
/** Sent bytes may still be in the kernel's buffers when the wait for the answer begins. */
const kernelBytes = 2 * 1024 * 1024;
const kernelBytesPerSecond = 64 * 1024;
/**
 * Operations for which the service moves data or touches many objects before it answers. It gives up a block list after
 * 60 s and a batch after 120 s ("Setting timeouts for Blob service operations"), so a repetition never meets the first
 * try still at work.
 */
const slowHeaderMs: ReadonlyMap<Operation, number> = new Map([
  ['PutBlockList', 65_000],
  ['BlobBatch', 125_000],
  ['PutBlockFromURL', 300_000],
  ['PutBlobFromURL', 300_000],
  ['CopyBlob', 300_000],
  ['AppendBlockFromURL', 300_000],
]);
const unboundedMs = 24 * 3600_000;
/**
 * Writing data counts from its first byte to the answer, which on a slow shared line arrive far apart although the
 * sockets have taken everything: the service waits for up to 90 s and answers then, so this machine waits longer.
 */
const writesData: ReadonlySet<Operation> = new Set(['PutBlob', 'PutBlock']);
const movesData: ReadonlySet<Operation> = new Set([...writesData, 'GetBlob']);
const serviceLimitMs = 90_000;
/** A body of this size may need all of that; a smaller one in proportion. */
const slowWriteBytes = 64 * 1024;

export function limitsFor(size: TrySize): TryLimits {
  const buffersMs = Math.round((Math.min(size.bodyBytes, kernelBytes) / kernelBytesPerSecond) * 1000);
  const slowMs = writesData.has(size.operation)
    ? Math.round(serviceLimitMs * Math.min(1, size.bodyBytes / slowWriteBytes))
    : 0;
  const answerMs = (slowHeaderMs.get(size.operation) ?? headerMs) + buffersMs + slowMs;
  const responseBytes = expectedResponseBytes(size);
  const movingMs =
    responseBytes === null ? unboundedMs : ((size.bodyBytes + responseBytes) / slowestRateOf(size)) * 1000;
  return { connectMs, headerMs: answerMs, stallMs, totalMs: connectMs + answerMs + Math.round(movingMs) };
}

function slowestRateOf({ operation, bodyBytes, range }: TrySize): number {
  const isData = movesData.has(operation) && (bodyBytes > 0 || range !== undefined);
  return isData ? slowestDataBytesPerSecond : slowestBytesPerSecond;
}

/** The number of bytes; null for a whole blob, whose length is not known yet. */
function expectedResponseBytes({ operation, range }: TrySize): number | null {
  const match = /^bytes=(\d+)-(\d+)$/.exec(range ?? '');
  if (match !== null) return Number(match[2]) - Number(match[1]) + 1;
  return operation === 'GetBlob' ? null : 4 * 1024 * 1024;
}
