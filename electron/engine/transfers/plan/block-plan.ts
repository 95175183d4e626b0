// How one file is cut: block size by file size and the service's limits, and block ids that a later run can rebuild.
// Pure. Service limits: "Scalability and performance targets for Blob storage".
import { createHash } from 'node:crypto';
import { StowageError } from '@shared/errors';
import { type BlockNumber, blockNumber, halvingsOf, positionOf } from '@shared/model/block-number';
import type { TransferOptions } from '@shared/model/transfer';
import { GiB, KiB, MiB } from '@shared/units';
import { t } from '@shared/strings/t';

export const blockCountLimit = 50_000;
export const blockBytesLimit = 4000 * MiB;
/** The smallest and largest block that is chosen automatically. */
export const smallestBlockBytes = 64 * KiB;

/** Files up to this size are uploaded in one request when the block size is automatic. */
const singleRequestBytes = 4 * MiB;

/**
 * Block size of one file in bytes. `preferredBytes` is what the tuner currently prefers: a larger value is used as it
 * is; for a smaller one, a multiple of it is planned and halved when the blocks move. Raised so that the file fits into
 * 50,000 blocks.
 * Throws `invalid.input` when the file cannot be stored at all.
 */
export function blockBytesFor(fileBytes: number, options: TransferOptions, preferredBytes: number | null): number {
  const min = Math.ceil(fileBytes / blockCountLimit);
  if (min > blockBytesLimit) {
    throw new StowageError('invalid.input', 'The file is larger than a block blob can be.', {
      context: { field: 'file', problem: t`larger than 190.7 TiB`, fix: t`split it` },
    });
  }
  if (options.blockBytes !== 'auto') return Math.min(blockBytesLimit, Math.max(options.blockBytes, min));
  const standardBytes = defaultBlockBytes(fileBytes);
  const wanted = preferredBytes === null ? standardBytes : doubledUpTo(standardBytes, preferredBytes);
  const rounded = Math.ceil(Math.max(wanted, min) / smallestBlockBytes) * smallestBlockBytes;
  return Math.max(min, Math.min(rounded, rateCapBytes(options)));
}

/** Whether the file goes up in one Put Blob rather than in staged blocks. */
export function fitsOneRequest(fileBytes: number, blockBytes: number, options: TransferOptions): boolean {
  return (
    fileBytes <= (options.blockBytes === 'auto' ? Math.min(singleRequestBytes, rateCapBytes(options)) : blockBytes)
  );
}

/** Block size of a file in either direction; 0 when it moves in one request. Throws as `blockBytesFor`. */
export function movedBlockBytes(fileBytes: number, options: TransferOptions, preferredBytes: number | null): number {
  const blockBytes = blockBytesFor(fileBytes, options, preferredBytes);
  return fitsOneRequest(fileBytes, blockBytes, options) ? 0 : blockBytes;
}

export function blockCount(fileBytes: number, blockBytes: number): number {
  return Math.ceil(fileBytes / blockBytes);
}

const indexDigits = 5;
/** Length of the ids, unless another writer has begun to upload the blob. */
const defaultIdBytes = 34;
/** Ids shorter than this leave no room to tell our blocks from others. */
export const minIdBytes = 12;

/**
 * Tells the blocks of one plan of a file from those of any other plan of it. A power cut may take a plan from the
 * journal whose blocks the service has: what is planned then must not take them for its own. See decision 49.
 */
export function markOfPlan(plan: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(plan)).digest('base64url').slice(0, markLetters);
}
const markLetters = 4;

/** The mark in jobs of earlier versions: `attempt` changes when the same job sends a file again from the start. */
export function markOfAttempt(attempt: number): string {
  return `${attempt.toString(36).padStart(3, '0').slice(-3)}.`;
}

/**
 * The prefix of a file's block ids. The service wants ids of equal length for all uncommitted blocks of a blob, also
 * those of other writers: `idBytes` is that length.
 */
export function blockIdPrefix(jobId: string, mark: string, idBytes = defaultIdBytes): string {
  const standardBytes = `${jobId}.${mark}`;
  if (idBytes >= defaultIdBytes) return standardBytes.padEnd(idBytes - indexDigits, '.');
  return createHash('sha256')
    .update(standardBytes)
    .digest('hex')
    .slice(0, idBytes - indexDigits);
}

/**
 * Base64, as the service wants it; all ids of one prefix have the same length, 64 bytes at most. A part of a block has
 * another id than the block, so that a late request for one never replaces the other.
 */
export function blockId(prefix: string, block: BlockNumber): string {
  return Buffer.from(prefix + blockDigits(block), 'latin1').toString('base64');
}

/** The block that an id with that prefix names; null for any other id. */
export function blockOfId(prefix: string, id: string): BlockNumber | null {
  const text = Buffer.from(id, 'base64').toString('latin1');
  if (!text.startsWith(prefix)) return null;
  const digits = text.slice(prefix.length);
  const halvings = /^[a-z]/u.test(digits) ? digits.charCodeAt(0) - beforeFirstLetter : 0;
  const index = halvings === 0 ? Number(digits) : parseInt(digits.slice(1), 36);
  const block = blockNumber(halvings, index);
  return blockDigits(block) === digits ? block : null;
}

const beforeFirstLetter = 'a'.charCodeAt(0) - 1;

/**
 * `00041` for a block of the plan, `b0014` for a quarter of one: a letter for the number of halvings, then the
 * position.
 */
function blockDigits(block: BlockNumber): string {
  const halvings = halvingsOf(block);
  if (halvings === 0) return positionOf(block).toString().padStart(indexDigits, '0');
  const letter = String.fromCharCode(beforeFirstLetter + halvings);
  return (
    letter +
    positionOf(block)
      .toString(36)
      .padStart(indexDigits - 1, '0')
  );
}

/** Whether a staged block was made by that job, by whichever plan. */
export function isBlockOf(jobId: string, id: string): boolean {
  return Buffer.from(id, 'base64').toString('latin1').startsWith(`${jobId}.`);
}

function doubledUpTo(max: number, bytes: number): number {
  return bytes >= max ? bytes : bytes * 2 ** Math.floor(Math.log2(max / bytes));
}

// Larger files profit from larger blocks, so no fixed size suits all files.
function defaultBlockBytes(fileBytes: number): number {
  if (fileBytes <= 16 * MiB) return 1 * MiB;
  // As fast as 8 MiB on every line measured, with half the memory. Larger blocks save requests for files of thousands
  // of blocks.
  return fileBytes <= 4 * GiB ? 4 * MiB : 8 * MiB;
}

// Under a rate limit, a block should not take longer than about half a second.
function rateCapBytes(options: TransferOptions): number {
  return options.limitRate === undefined
    ? Number.MAX_SAFE_INTEGER
    : Math.max(smallestBlockBytes, Math.floor(options.limitRate / 2));
}
