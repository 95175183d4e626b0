// The address under which anybody, such as another service, may read one object of S3 for a while.
import { invalidInput } from '@shared/errors';
import { t } from '@shared/strings/t';
import type { AccountDescriptor } from '../azure/account';
import type { BlobAddress } from '../blobs/blob-path';
import { objectRoute } from './s3-client';
import { S3Signer } from './s3-signer';

/** The service accepts no longer ones. */
export const maxPresignedSeconds = 7 * 24 * 3600;

/** Contains a signature: never log it. `nowMs`: wall time. Throws `invalid.input`. */
export async function presignedUrl(
  { credential, endpoints }: AccountDescriptor,
  { container, name }: BlobAddress,
  { forSeconds, nowMs }: { readonly forSeconds: number; readonly nowMs: number },
): Promise<string> {
  if (credential.kind !== 's3') throw invalidInput('connection', t`it is not an S3 connection.`, t`Choose one.`);
  const route = objectRoute(new URL(endpoints.blob ?? ''), credential, { bucket: container, key: name });
  const request = { ...route, method: 'GET', query: {}, headers: {} };
  return new S3Signer(credential).presigned(request, forSeconds, nowMs);
}
