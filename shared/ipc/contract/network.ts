// How the engine reaches the network. Main answers, because it keeps the password and restarts the engine.
import { z } from 'zod';
import { networkSettings, trustedAuthority } from '../../model/network';
import { type CallDeclaration, call, nothing } from './declare';

export const networkCalls = {
  'network.read': call(
    'main',
    nothing,
    z.object({
      settings: networkSettings,
      /** Whether a password for the proxy is kept; it never comes back. */
      password: z.enum(['kept', 'none']),
      /** `host:port` that the system or its environment names; null where they name none. */
      system: z.string().nullable(),
    }),
  ),
  /** Keeps this and starts the engine anew with it. `password` absent leaves the kept one, null forgets it. */
  'network.apply': call(
    'main',
    z.object({ settings: networkSettings, password: z.string().max(1000).nullable().optional() }),
    nothing,
  ),
  /** Asks for certificate files; empty when nothing was chosen. `invalid.input` when one of them is none. */
  'network.pick-authorities': call('main', nothing, z.array(trustedAuthority)),
} as const satisfies Record<string, CallDeclaration>;
