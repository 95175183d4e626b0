// Ends an upload in parts that was begun and is not continued: S3 stores and bills its parts until then.
import type { RestAccount } from '../azure/account';
import { type BlobAddress, blobPath } from '../blobs/blob-path';

/** Throws as `RestAccount.send`. */
export async function abandonUpload(
  account: RestAccount,
  { container, name, upload }: BlobAddress & { readonly upload: string },
): Promise<void> {
  await account.send({
    service: 'blob',
    operation: 'AbortMultipartUpload',
    method: 'DELETE',
    path: blobPath(container, name),
    resource: container,
    query: { upload },
    replay: 'safe',
  });
}
