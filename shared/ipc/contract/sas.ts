// Shared access signatures made with the account key, and the stored policies they may refer to. The token is a secret that
// a person asked to see: it is answered to nobody else and never logged.
import { z } from 'zod';
import { sasRequest, sasResource } from '../../sas/sas-request';
import { type CallDeclaration, call, onConnection } from './declare';

export const sasCalls = {
  /** `url`: the resource with the token; for a table its address with the token. */
  'sas.create': call(
    'engine',
    onConnection.extend({ request: sasRequest }),
    z.object({ token: z.string(), url: z.string() }),
  ),
  /** Names of the stored access policies of the container or table. */
  'sas.policies': call('engine', onConnection.extend({ resource: sasResource }), z.array(z.string())),
} as const satisfies Record<string, CallDeclaration>;
