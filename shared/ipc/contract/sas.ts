// Shared access signatures made with the account key, and the stored access policies they may refer to. A token is a
// secret that the person requested: it is returned to the caller only and never logged.
import { z } from 'zod';
import { storedPolicy } from '../../model/container-details';
import { sasRequest, sasResource } from '../../sas/sas-request';
import { type CallDeclaration, call, nothing, onConnection, onTable } from './declare';

export const sasCalls = {
  /** `url`: the URL of the resource with the token. Confirmed in a dialog of main, unless the key is the emulator's. */
  'sas.create': call(
    'engine',
    onConnection.extend({ request: sasRequest }),
    z.object({ token: z.string(), url: z.string() }),
  ),
  /** Names of the stored access policies of the container or table. */
  'sas.policies': call('engine', onConnection.extend({ resource: sasResource }), z.array(z.string())),
  'sas.table-policies': call('engine', onTable, z.array(storedPolicy)),
  /** Replaces all of them; `read` is the state that the change was based on. */
  'sas.set-table-policies': call(
    'engine',
    onTable.extend({ read: z.array(storedPolicy), policies: z.array(storedPolicy) }),
    nothing,
  ),
} as const satisfies Record<string, CallDeclaration>;
