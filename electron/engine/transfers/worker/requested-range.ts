// The range of a blob that a request asks for, and whether an answer carries it: a cache or a proxy on the way may
// answer with another one. Pure.
import { StowageError } from '@shared/errors';
import type { HttpHead } from '../../azure/http/http-types';
import type { BlobAddress } from './messages';

export interface Range {
  readonly offset: number;
  readonly length: number;
}

/** The value of `x-ms-range`. */
export function rangeHeader({ offset, length }: Range): string {
  return `bytes=${offset}-${offset + length - 1}`;
}

export function carries({ headers }: Pick<HttpHead, 'headers'>, { offset, length }: Range): boolean {
  // An answer that tells no range carries the whole blob.
  const contentRange = headers['content-range'] ?? `bytes 0-${Number(headers['content-length']) - 1}/`;
  return contentRange.startsWith(`bytes ${offset}-${offset + length - 1}/`);
}

export function otherRange({ container, name }: BlobAddress): StowageError {
  return new StowageError('network.not-azure', 'The response carries another range than the one asked for.', {
    retry: { afterMs: 200 },
    context: { container, blob: name },
  });
}

export function tooLong({ container, name }: BlobAddress): StowageError {
  return new StowageError('network.not-azure', 'The response is longer than the range that was asked for.', {
    context: { container, blob: name },
  });
}
