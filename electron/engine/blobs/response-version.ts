// Whether a response carries the version of a blob that was requested. The condition of the request is the rule; a cache
// or a proxy that ignores conditions would otherwise mix the bytes of two versions. Short, because a preview and a
// transfer have nothing else in common.
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import type { BlobAddress } from './blob-path';

/** A version of a blob. */
export interface RequestedVersion extends BlobAddress {
  /** Empty where the service did not return one. */
  readonly etag: string;
  /** Given where nothing else detects a mixture of versions, such as the MD5 of the whole blob. */
  readonly lastModified?: string;
}

type Headers = Readonly<Record<string, string>>;

/**
 * Where a proxy removes ETags, `Last-Modified` takes their place; without `lastModified` such a response passes.
 * @throws StowageError `conflict.etag-changed`, as the service reports a failed condition; `network.malformed` when the
 * response does not reveal its version
 */
export function assertVersion(headers: Headers, version: RequestedVersion): void {
  const { etag: received } = headers;
  const { etag, lastModified } = version;
  if (etag !== '' && received !== undefined) {
    if (bare(received) !== bare(etag)) throw otherVersion(version);
    return;
  }
  // Whoever reads the whole blob in one response gets one version.
  if (lastModified === undefined || isWhole(headers)) return;
  const modifiedMs = Date.parse(headers['last-modified'] ?? '');
  const elapsedMs = Date.parse(headers.date ?? '') - modifiedMs;
  // The service has full seconds: within the same one, the blob may be overwritten without a new time.
  if (modifiedMs !== Date.parse(lastModified))
    throw Number.isNaN(modifiedMs) ? unknownVersion(version) : otherVersion(version);
  if (!(elapsedMs >= lastModifiedStepMs)) throw unknownVersion(version);
}

const lastModifiedStepMs = 1000;

function isWhole(headers: Headers): boolean {
  const range = headers['content-range'];
  if (range === undefined) return true;
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/u.exec(range) ?? [];
  return first === '0' && Number(last) + 1 === Number(total);
}

function otherVersion({ container, name }: BlobAddress): StowageError {
  return new StowageError('conflict.etag-changed', 'The response carries another version than the one asked for.', {
    context: { container, blob: name },
  });
}

/** Nothing may be mixed or deleted on the strength of such a response. */
export function unknownVersion({ container, name }: BlobAddress): StowageError {
  const problem = t`it does not say which version of the blob it carries, so versions could be mixed; a proxy may remove the ETag`;
  return new StowageError('network.malformed', 'The response does not reveal its version.', {
    retry: { afterMs: lastModifiedStepMs },
    context: { container, blob: name, operation: 'GetBlob', problem },
  });
}

/** A proxy may weaken an ETag, and listings give it without quotes. */
const bare = (etag: string): string => etag.replace(/^W\//u, '').replaceAll('"', '');
