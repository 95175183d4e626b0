// Containers and what is in them.
import { z } from 'zod';
import { blobItem, blobListing, containerInfo } from '../../model/blob';
import { type CallDeclaration, call, nothing, onConnection, onContainer } from './declare';

export const blobCalls = {
  'containers.list': call('engine', onConnection, z.array(containerInfo)),
  'containers.create': call('engine', onContainer, nothing),
  'containers.delete': call('engine', onContainer, nothing),
  'blobs.list': call(
    'engine',
    onContainer.extend({ prefix: z.string(), marker: z.string().optional(), pageSize: z.int().min(1).max(5000) }),
    blobListing,
  ),
  'blobs.properties': call(
    'engine',
    onContainer.extend({ name: z.string() }),
    blobItem.extend({
      metadata: z.array(z.object({ name: z.string(), value: z.string() })),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
} as const satisfies Record<string, CallDeclaration>;
