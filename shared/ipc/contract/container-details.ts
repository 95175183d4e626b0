// Reading and changing a container's details. The service supports no If-Match for containers: writes carry the ETag
// that was read and fail with `conflict.etag-changed` if the container has another one by then.
import { z } from 'zod';
import { namedValue } from '../../model/blob-details';
import { accessLevels, containerAccess, containerDetails, storedPolicy } from '../../model/container-details';
import { type CallDeclaration, call, nothing, onContainer } from './declare';

const onReadContainer = onContainer.extend({ ifMatch: z.string().min(1) });

export const containerDetailCalls = {
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
