// Reading and changing a blob's details, that is everything except its content. Writes carry the ETag that was read and
// fail with `conflict.etag-changed` if somebody else has changed the blob since.
import { z } from 'zod';
import { accessTiers, rehydratePriorities } from '../../blob-details/tier-rules';
import {
  blobAccountFacts,
  blobDetails,
  blobHttpHeaders,
  changedBlob,
  leaseAct,
  leaseOutcome,
  namedValue,
  pastBlob,
  pastBlobId,
} from '../../model/blob-details';
import { type CallDeclaration, call, nothing, onConnection, onContainer } from './declare';

const onBlob = onContainer.extend({ name: z.string() });
/** `leaseId`: needed while somebody leases the blob. */
const onWritableBlob = onBlob.extend({ leaseId: z.string().optional() });
const onReadBlob = onWritableBlob.extend({ ifMatch: z.string().min(1) });

export const blobDetailCalls = {
  /** What kind of account this is, to say what it cannot do. */
  'blob-details.account': call('engine', onConnection, blobAccountFacts),
  'blob-details.read': call('engine', onBlob.extend({ past: pastBlobId.optional() }), blobDetails),
  /** All headers are replaced; the stored MD5 stays. */
  'blob-details.set-headers': call('engine', onReadBlob.extend({ http: blobHttpHeaders }), changedBlob),
  /** All metadata is replaced. */
  'blob-details.set-metadata': call('engine', onReadBlob.extend({ metadata: z.array(namedValue) }), changedBlob),
  'blob-details.tags': call('engine', onBlob, z.array(namedValue)),
  /** All tags are replaced, while they still are those that were read. */
  'blob-details.set-tags': call(
    'engine',
    onWritableBlob.extend({ read: z.array(namedValue), tags: z.array(namedValue) }),
    nothing,
  ),
  'blob-details.set-tier': call(
    'engine',
    onWritableBlob.extend({ tier: z.enum(accessTiers), priority: z.enum(rehydratePriorities).nullable() }),
    nothing,
  ),
  /** Snapshots and versions, newest first; the present state is not among them. */
  'blob-details.past': call('engine', onBlob, z.array(pastBlob)),
  'blob-details.snapshot': call('engine', onReadBlob, z.object({ id: z.string() })),
  /** Copies an earlier state over the present one. */
  'blob-details.restore': call(
    'engine',
    onReadBlob.extend({ past: pastBlobId }),
    z.object({ copy: z.enum(['done', 'pending']) }),
  ),
  'blob-details.delete-past': call('engine', onBlob.extend({ past: pastBlobId }), nothing),
  /** Without a name: of the container. */
  'blob-details.lease': call(
    'engine',
    onContainer.extend({ name: z.string().optional(), act: leaseAct }),
    leaseOutcome,
  ),
} as const satisfies Record<string, CallDeclaration>;
