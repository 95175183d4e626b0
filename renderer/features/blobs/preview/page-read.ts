// Which bytes of a blob are read for a page, and the resulting page: from a position on, up to one, or around one.
// Pure.
import { previewRangeBytes } from '@shared/model/blob-preview';
import type { RawPage } from './text-page';

export interface PageRead {
  readonly offset: number;
  readonly length: number;
  readonly pageOf: (bytes: Uint8Array) => RawPage;
}

/** Shown before a place that is gone to. */
const leadBytes = 16 * 1024;

/** From a place on at which a line starts, or up to which all was shown; `anywhere`: all bytes before it were. */
export function pageFrom(offset: number, totalBytes: number, startsAt: RawPage['startsAt'] = 'boundary'): PageRead {
  return readFrom(offset, totalBytes, { keep: offset, startsAt });
}

/** A page that ends where another page starts, or with the blob; `anywhere`: where one of bytes starts. */
export function pageUpTo(end: number, endsAt: RawPage['endsAt'] = 'boundary'): PageRead {
  const offset = Math.max(0, end - previewRangeBytes);
  const startsAt = offset === 0 ? 'boundary' : 'anywhere';
  return {
    offset,
    length: end - offset,
    pageOf: (bytes) => ({ offset, bytes, keep: bytes.length - 1, startsAt, endsAt }),
  };
}

/** A place, with something before it. */
export function pageAround(position: number, totalBytes: number): PageRead {
  const offset = Math.max(0, position - leadBytes);
  return readFrom(offset, totalBytes, { keep: position, startsAt: offset === 0 ? 'boundary' : 'anywhere' });
}

function readFrom(
  offset: number,
  totalBytes: number,
  { keep, startsAt }: Pick<RawPage, 'keep' | 'startsAt'>,
): PageRead {
  return {
    offset,
    length: Math.min(previewRangeBytes, totalBytes - offset),
    pageOf: (bytes) => {
      const endsAt = offset + bytes.length >= totalBytes ? 'boundary' : 'anywhere';
      return { offset, bytes, keep: keep - offset, startsAt, endsAt };
    },
  };
}
