// The range of a blob that a request asks for, and whether a response carries it: a cache or a proxy in between may
// respond with a different one. Pure. Short, because a preview and a transfer have nothing else in common.
import { StowageError } from '@shared/errors';
import type { HttpHead } from '../azure/http/http-types';
import type { BlobAddress } from './blob-path';

export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** The value of `x-ms-range`. */
export function rangeHeader({ offset, length }: ByteRange): string {
  return `bytes=${offset}-${offset + length - 1}`;
}

export function carries({ headers }: Pick<HttpHead, 'headers'>, { offset, length }: ByteRange): boolean {
  // A response without a range carries the whole blob.
  const contentRange = headers['content-range'] ?? `bytes 0-${Number(headers['content-length']) - 1}/`;
  return contentRange.startsWith(`bytes ${offset}-${offset + length - 1}/`);
}

export function otherRange({ container, name }: BlobAddress): StowageError {
  return new StowageError('network.range-ignored', 'The response carries another range than the one asked for.', {
    retry: { afterMs: 200 },
    context: { container, blob: name, what: 'bytes' },
  });
}

export function tooLong({ container, name }: BlobAddress): StowageError {
  return new StowageError('network.range-ignored', 'The response is longer than the range that was asked for.', {
    context: { container, blob: name, what: 'bytes' },
  });
}
