// How one file is cut: block size by file size and the service's limits, and block ids that a later run can rebuild.
// Pure. Service limits: "Scalability and performance targets for Blob storage".
import { createHash } from 'node:crypto';
import { StowageError } from '@shared/errors';
import { GiB, KiB, MiB } from '@shared/units';
import type { TransferOptions } from '@shared/model/transfer';

export const blockCountLimit = 50_000;
export const blockBytesLimit = 4000 * MiB;
const smallestBlockBytes = 64 * KiB;

/** Files up to this size go up in one request when the block size is automatic. */
const singleRequestBytes = 4 * MiB;

/**
 * Bytes per block of one file. `preferredBytes` is what the tuner currently thinks best; it is raised so that the file
 * fits into 50,000 blocks. Throws `invalid.input` when the file cannot be stored at all.
 */
export function blockBytesFor(fileBytes: number, options: TransferOptions, preferredBytes: number | null): number {
  const least = Math.ceil(fileBytes / blockCountLimit);
  if (least > blockBytesLimit) {
    throw new StowageError('invalid.input', 'The file is larger than a block blob can be.', {
      context: { field: 'file', problem: 'larger than 190.7 TiB', fix: 'split it' },
    });
  }
  if (options.blockBytes !== 'auto') return Math.min(blockBytesLimit, Math.max(options.blockBytes, least));
  const wanted = preferredBytes ?? usualBlockBytes(fileBytes);
  const rounded = Math.ceil(Math.max(wanted, least) / smallestBlockBytes) * smallestBlockBytes;
  return Math.max(least, Math.min(rounded, rateCapBytes(options)));
}

/** Whether the file goes up in one Put Blob rather than in staged blocks. */
export function fitsOneRequest(fileBytes: number, blockBytes: number, options: TransferOptions): boolean {
  return (
    fileBytes <= (options.blockBytes === 'auto' ? Math.min(singleRequestBytes, rateCapBytes(options)) : blockBytes)
  );
}

export function blockCount(fileBytes: number, blockBytes: number): number {
  return Math.ceil(fileBytes / blockBytes);
}

export interface BlockRange {
  readonly index: number;
  readonly offset: number;
  readonly length: number;
}

export function blockRange(fileBytes: number, blockBytes: number, index: number): BlockRange {
  const offset = index * blockBytes;
  return { index, offset, length: Math.min(blockBytes, fileBytes - offset) };
}

const indexDigits = 5;
/** Of ids where nobody else has begun to upload the blob. */
const usualIdBytes = 34;
/** Shorter ones of another writer leave no room for telling our blocks apart. */
export const leastIdBytes = 12;

/**
 * What the ids of a file's blocks begin with. The service wants ids of one length for all uncommitted blocks of a blob,
 * those of other writers included: `idBytes` is that length. `attempt` changes when the same job sends a file again from
 * the start, so that old blocks are never mistaken for new.
 */
export function blockIdPrefix(jobId: string, attempt: number, idBytes = usualIdBytes): string {
  const usual = `${jobId}.${attempt.toString(36).padStart(3, '0').slice(-3)}.`;
  if (idBytes >= usualIdBytes) return usual.padEnd(idBytes - indexDigits, '.');
  return createHash('sha256')
    .update(usual)
    .digest('hex')
    .slice(0, idBytes - indexDigits);
}

/** Base64 as the service wants it; all ids of one prefix have one length, 64 bytes at most. */
export function blockId(prefix: string, index: number): string {
  return Buffer.from(prefix + index.toString().padStart(indexDigits, '0'), 'latin1').toString('base64');
}

/** Whether a staged block was made by that job, in whichever attempt. */
export function isBlockOf(jobId: string, id: string): boolean {
  return Buffer.from(id, 'base64').toString('latin1').startsWith(`${jobId}.`);
}

// Larger files pay for larger blocks; a fixed size is right for few of them.
function usualBlockBytes(fileBytes: number): number {
  if (fileBytes <= 16 * MiB) return 1 * MiB;
  // As fast as 8 MiB on every line measured, with half of the memory; larger ones save requests where there are thousands.
  return fileBytes <= 4 * GiB ? 4 * MiB : 8 * MiB;
}

// Under a rate cap a block should not take longer than about half a second.
function rateCapBytes(options: TransferOptions): number {
  return options.limitRate === undefined
    ? Number.MAX_SAFE_INTEGER
    : Math.max(smallestBlockBytes, Math.floor(options.limitRate / 2));
}
