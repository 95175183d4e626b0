// How one file is cut into blocks: their size by file size and the service's limits, ids that a later run can rebuild, and
// dividing blocks while they move. Pure. Service limits: "Scalability and performance targets for Blob storage".
import { createHash } from 'node:crypto';
import { StowageError } from '@shared/errors';
import { type BlockNumber, blockNumber, halvingsOf, positionOf } from '@shared/model/block-number';
import type { BlockSizeRow } from '@shared/model/block-sizes';
import type { TransferOptions } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { GiB, KiB, MiB } from '@shared/units';

/** How many parts an object of a store may have, and how large they may be. */
export interface PartLimits {
  readonly maxParts: number;
  /** The smallest that is chosen automatically. */
  readonly minPartBytes: number;
  readonly maxPartBytes: number;
  /** Whether parts may become smaller while they move; default: they may. */
  readonly divisible?: boolean;
}

/** Of objects in S3, whose parts are numbered from 1 to 10,000; only the last may be smaller. */
export const objectPartLimits: PartLimits = {
  maxParts: 10_000,
  minPartBytes: 5 * MiB,
  maxPartBytes: 5 * GiB,
  divisible: false,
};

/** Of block blobs. */
export const blobPartLimits: PartLimits = { maxParts: 50_000, minPartBytes: 64 * KiB, maxPartBytes: 4000 * MiB };
export const {
  maxParts: blockCountLimit,
  maxPartBytes: blockBytesLimit,
  minPartBytes: smallestBlockBytes,
} = blobPartLimits;

/** Files up to this size are uploaded in one request when the block size is automatic. */
const singleRequestBytes = 4 * MiB;

/**
 * Block size of one file in bytes. `preferredBytes` is what the tuner currently prefers: a larger value is used as it
 * is; for a smaller one, a multiple of it is planned and halved when the blocks move. Raised so that the file fits into
 * 50,000 blocks.
 * Throws `invalid.input` when the file cannot be stored at all.
 */
export function blockBytesFor(
  fileBytes: number,
  options: TransferOptions,
  preferredBytes: number | null,
  { maxParts, minPartBytes, maxPartBytes }: PartLimits = blobPartLimits,
): number {
  const min = Math.ceil(fileBytes / maxParts);
  if (min > maxPartBytes) {
    throw new StowageError('invalid.input', 'The file is larger than a block blob can be.', {
      context: { field: 'file', problem: t`larger than 190.7 TiB`, fix: t`split it` },
    });
  }
  const chosenBytes = rowBytes(fileBytes, options);
  if (chosenBytes === null && options.blockBytes !== 'auto') {
    return Math.min(maxPartBytes, Math.max(options.blockBytes, min));
  }
  if (chosenBytes !== null && (preferredBytes ?? chosenBytes) >= chosenBytes) {
    return Math.min(maxPartBytes, Math.max(chosenBytes, min));
  }
  const standardBytes = chosenBytes ?? defaultBlockBytes(fileBytes);
  const wanted = preferredBytes === null ? standardBytes : doubledUpTo(standardBytes, preferredBytes);
  const rounded = Math.ceil(Math.max(wanted, min) / minPartBytes) * minPartBytes;
  return Math.max(min, Math.min(rounded, rateCapBytes(options)));
}

/** Whether the file goes up in one Put Blob rather than in staged blocks. */
export function fitsOneRequest(fileBytes: number, blockBytes: number, options: TransferOptions): boolean {
  if (options.alwaysStage === true && fileBytes > 0) return false;
  if (rowBytes(fileBytes, options) !== null) return fileBytes <= blockBytes;
  return (
    fileBytes <= (options.blockBytes === 'auto' ? Math.min(singleRequestBytes, rateCapBytes(options)) : blockBytes)
  );
}

/** The row for a file of that size; null where none applies. */
export function rowFor(fileBytes: number, rows: readonly BlockSizeRow[]): BlockSizeRow | null {
  return rows.reduce<BlockSizeRow | null>(
    (found, row) => (row.fromBytes <= fileBytes && row.fromBytes >= (found?.fromBytes ?? 0) ? row : found),
    null,
  );
}

/** The size that the connection has for files of that size; null for none. */
function rowBytes(fileBytes: number, { sizes }: TransferOptions): number | null {
  const size = sizes === undefined ? 'auto' : (rowFor(fileBytes, sizes.rows)?.blockBytes ?? 'auto');
  return size === 'auto' ? null : size;
}

/** The maximum number of blocks of the file in flight. */
export function parallelBlocks(fileBytes: number, { sizes }: TransferOptions): number {
  const parallel = sizes === undefined ? 'auto' : (rowFor(fileBytes, sizes.rows)?.parallel ?? 'auto');
  return parallel === 'auto' ? Infinity : parallel;
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
/** Ids shorter than this leave no room to distinguish our blocks from others. */
export const minIdBytes = 12;

/**
 * Distinguishes the blocks of one plan of a file from those of any other plan of it. A power cut may remove a plan from
 * the journal whose blocks the service has: a later plan must not mistake them for its blocks. See decision 49.
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

// Divides a file while it moves: into the blocks of its plan, any of which may be replaced by its halves, their halves
// and so on. Whatever was halved when, the blocks of a cover are in order and contain every byte once. Pure.

/** A file and the size of its blocks as planned. */
export interface Cut {
  readonly bytes: number;
  readonly blockBytes: number;
}

/** One block of a file: a range of it. */
export interface Block {
  readonly number: BlockNumber;
  readonly offset: number;
  readonly length: number;
}

export function blockAt({ bytes, blockBytes }: Cut, number: BlockNumber): Block {
  const parts = 2 ** halvingsOf(number);
  const start = (position: number): number => Math.min(bytes, Math.floor((position * blockBytes) / parts));
  const offset = start(positionOf(number));
  return { number, offset, length: start(positionOf(number) + 1) - offset };
}

/** How often blocks may be halved without exceeding the number of blocks that a blob can have. */
export function maxHalvings(
  { bytes, blockBytes }: Cut,
  { maxParts, minPartBytes, divisible = true }: PartLimits = blobPartLimits,
): number {
  if (!divisible) return 0;
  const planned = Math.max(1, blockCount(bytes, blockBytes));
  let halvings = 0;
  for (let parts = 2; planned * parts <= maxParts && blockBytes >= minPartBytes * parts; parts *= 2) {
    halvings += 1;
  }
  return halvings;
}

/** The two halves that replace a block. The second is missing when the file ends before it. */
function halvesOf(cut: Cut, { number }: Block): readonly Block[] {
  const first = blockNumber(halvingsOf(number) + 1, positionOf(number) * 2);
  return [blockAt(cut, first), blockAt(cut, first + 1)].filter(({ length }) => length > 0);
}

/**
 * The blocks of the whole file, in order: the largest of the known ones, and the gaps between them as planned blocks.
 * Numbers that do not belong to this file are ignored.
 */
export function* coverOf(cut: Cut, known: Iterable<BlockNumber>): Generator<Block> {
  const max = maxHalvings(cut);
  const isHeld = new Set<BlockNumber>();
  /** Planned blocks of which parts are known. */
  const isOpen = new Set<BlockNumber>();
  for (const number of known) {
    if (halvingsOf(number) > max || blockAt(cut, number).length === 0) continue;
    isHeld.add(number);
    for (let halvings = halvingsOf(number), position = positionOf(number); halvings > 0;) {
      halvings -= 1;
      position >>>= 1;
      isOpen.add(blockNumber(halvings, position));
    }
  }
  const planned = blockCount(cut.bytes, cut.blockBytes);
  for (let position = 0; position < planned; position += 1) {
    const open = [blockAt(cut, blockNumber(0, position))];
    for (let block = open.pop(); block !== undefined; block = open.pop()) {
      if (isHeld.has(block.number) || !isOpen.has(block.number)) yield block;
      else open.push(...[...halvesOf(cut, block)].reverse());
    }
  }
}

/** Without those that are part of another. */
export function largestOf(found: ReadonlySet<BlockNumber>, cut: Cut): Set<BlockNumber> {
  const largest = new Set<BlockNumber>();
  for (const { number } of coverOf(cut, found)) if (found.has(number)) largest.add(number);
  return largest;
}

/** Sum of the bytes of blocks that do not contain each other. */
export function bytesIn(cut: Cut, blocks: Iterable<BlockNumber>): number {
  let bytes = 0;
  for (const number of blocks) bytes += blockAt(cut, number).length;
  return Math.min(cut.bytes, bytes);
}

/** Size of its next block. `wantedBytes` null: as planned. */
export function nextBlockBytes(cut: Cut, wantedBytes: number | null): number {
  const max = maxHalvings(cut);
  let halvings = 0;
  while (wantedBytes !== null && halvings < max && cut.blockBytes / 2 ** halvings > wantedBytes) halvings += 1;
  return Math.floor(cut.blockBytes / 2 ** halvings);
}

/** The rest of a file, block by block, each in the size that is wanted when it is due. */
export interface Cutting {
  /** Null when nothing is left at the moment; a returned block may come again. */
  readonly next: () => Block | null;
  /** Returns a block that was not moved. */
  readonly putBack: (block: Block) => void;
  /** Whether it would be divided if its turn came now. */
  readonly isTooLarge: (block: Block) => boolean;
}

/** `held`: blocks that need not be moved. `wantedBytes` is called for every block; null: as planned. */
export function createCutting(
  cut: Cut,
  held: ReadonlySet<BlockNumber>,
  wantedBytes: () => number | null,
  limits: PartLimits = blobPartLimits,
): Cutting {
  const max = maxHalvings(cut, limits);
  const ahead = missingIn(cut, new Set(held));
  /** In reverse order. */
  const back: Block[] = [];
  const isTooLarge = (block: Block): boolean => {
    const wanted = wantedBytes();
    return wanted !== null && block.length > wanted && halvingsOf(block.number) < max;
  };
  return {
    isTooLarge,
    putBack: (block) => void back.push(block),
    next: () => {
      let block = back.pop() ?? ahead.next().value ?? null;
      while (block !== null && isTooLarge(block)) {
        const [first, ...rest] = halvesOf(cut, block);
        back.push(...rest);
        block = first ?? null;
      }
      return block;
    },
  };
}

function* missingIn(cut: Cut, held: ReadonlySet<BlockNumber>): Generator<Block, undefined> {
  for (const block of coverOf(cut, held)) if (!held.has(block.number)) yield block;
  return undefined;
}
