// Whether a response carries the version of a blob that was requested. The condition of the request is the rule; a cache
// or a proxy that ignores conditions would otherwise mix the bytes of two versions. Short, because a preview and a
// transfer have nothing else in common.
import { StowageError } from '@shared/errors';
import type { BlobAddress } from './blob-path';

/**
 * Without an ETag in the response nothing is known.
 * @throws StowageError `conflict.etag-changed`, as the service reports a failed condition
 */
export function assertVersion(
  headers: Readonly<Record<string, string>>,
  { container, name, etag }: BlobAddress & { readonly etag: string },
): void {
  const { etag: received } = headers;
  if (etag === '' || received === undefined || bare(received) === bare(etag)) return;
  throw new StowageError('conflict.etag-changed', 'The response carries another version than the one asked for.', {
    context: { container, blob: name },
  });
}

/** A proxy may weaken an ETag, and listings give it without quotes. */
const bare = (etag: string): string => etag.replace(/^W\//u, '').replaceAll('"', '');
