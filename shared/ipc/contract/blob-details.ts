// Reading and changing a blob's details, that is everything except its content. Writes carry the ETag that was read and
// fail with `conflict.etag-changed` if another client has changed the blob since.
import { z } from 'zod';
import { accessTiers, rehydratePriorities } from '../../blob-details/tier-rules';
import {
  blobAccountFacts,
  blobDetails,
  blobHttpHeaders,
  changedBlob,
  leaseAction,
  leaseOutcome,
  md5Progress,
  namedValue,
  pastBlob,
  pastBlobId,
} from '../../model/blob-details';
import {
  type CallDeclaration,
  type StreamDeclaration,
  call,
  nothing,
  onConnection,
  onContainer,
  stream,
} from './declare';
import { accessLevels, containerAccess, containerDetails, storedPolicy } from '../../model/container-details';

const onBlob = onContainer.extend({ name: z.string() });
/** `leaseId`: required while the blob is leased. */
const onWritableBlob = onBlob.extend({ leaseId: z.string().optional() });
const onReadBlob = onWritableBlob.extend({ ifMatch: z.string().min(1) });

const onReadContainer = onContainer.extend({ ifMatch: z.string().min(1) });

export const blobDetailCalls = {
  /** The kind of the account, which determines what it does not support. */
  'blob-details.account': call('engine', onConnection.extend({ container: z.string().optional() }), blobAccountFacts),
  'blob-details.read': call('engine', onBlob.extend({ past: pastBlobId.optional() }), blobDetails),
  /** Replaces all headers, except for the stored MD5. */
  'blob-details.set-headers': call('engine', onReadBlob.extend({ http: blobHttpHeaders }), changedBlob),
  /** Replaces all metadata. */
  'blob-details.set-metadata': call('engine', onReadBlob.extend({ metadata: z.array(namedValue) }), changedBlob),
  'blob-details.tags': call('engine', onBlob, z.array(namedValue)),
  /** Replaces all tags if they are still the ones that were read. */
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
  /** Snapshots and versions, newest first, without the current state. */
  'blob-details.past': call('engine', onBlob, z.array(pastBlob)),
  'blob-details.snapshot': call('engine', onReadBlob, z.object({ id: z.string() })),
  /** Copies an earlier state over the current one. */
  'blob-details.restore': call(
    'engine',
    onReadBlob.extend({ past: pastBlobId }),
    z.object({ copy: z.enum(['done', 'pending']) }),
  ),
  'blob-details.delete-past': call('engine', onBlob.extend({ past: pastBlobId }), nothing),
  /** Without a name, the lease is the container's. */
  'blob-details.lease': call(
    'engine',
    onContainer.extend({ name: z.string().optional(), act: leaseAction }),
    leaseOutcome,
  ),

  // Containers. The service supports no If-Match for them: writes carry the ETag that was read and fail with
  // `conflict.etag-changed` if the container has another one by then.
  'container-details.read': call('engine', onContainer, containerDetails),
  /** Replaces all metadata. */
  'container-details.set-metadata': call('engine', onReadContainer.extend({ metadata: z.array(namedValue) }), nothing),
  /** Requires the account key: a signature may not read who else has access. */
  'container-details.access': call('engine', onContainer, containerAccess),
  /** Replaces both together. */
  'container-details.set-access': call(
    'engine',
    onReadContainer.extend({ level: z.enum(accessLevels), policies: z.array(storedPolicy) }),
    nothing,
  ),
} as const satisfies Record<string, CallDeclaration>;

export const blobDetailStreams = {
  /**
   * Reads the whole blob, all of it from one version; progress at most four times per second. Fails with
   * `conflict.etag-changed` if that version is no longer the current one.
   */
  'blob-details.compute-md5': stream(
    'engine',
    onBlob.extend({ etag: z.string().min(1), lastModified: z.string(), totalBytes: z.int().min(0) }),
    md5Progress,
  ),
} as const satisfies Record<string, StreamDeclaration>;
