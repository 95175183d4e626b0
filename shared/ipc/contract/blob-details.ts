// What can be read and changed on one blob besides its bytes. Writes carry the ETag that was read and fail with
// `conflict.etag-changed` when somebody else was faster.
import { z } from 'zod';
import { blobDetails, blobHttpHeaders, changedBlob, namedValue } from '../../model/blob-details';
import { type CallDeclaration, call, onContainer } from './declare';

const onBlob = onContainer.extend({ name: z.string() });
const onReadBlob = onBlob.extend({ ifMatch: z.string().min(1) });

export const blobDetailCalls = {
  'blob-details.read': call('engine', onBlob, blobDetails),
  /** All headers are replaced; the stored MD5 stays. */
  'blob-details.set-headers': call('engine', onReadBlob.extend({ http: blobHttpHeaders }), changedBlob),
  /** All metadata is replaced. */
  'blob-details.set-metadata': call('engine', onReadBlob.extend({ metadata: z.array(namedValue) }), changedBlob),
} as const satisfies Record<string, CallDeclaration>;
