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
      /** Whether a password for the proxy is stored; it is never returned. */
      password: z.enum(['kept', 'none']),
      /** `host:port` according to the system or its environment; null if there is none. */
      system: z.string().nullable(),
    }),
  ),
  /** Saves this and restarts the engine with it. An absent `password` keeps the stored one, null removes it. */
  'network.apply': call(
    'main',
    z.object({ settings: networkSettings, password: z.string().max(1000).nullable().optional() }),
    nothing,
  ),
  /** Asks for certificate files; empty if nothing was chosen. `invalid.input` if a file contains no certificate. */
  'network.pick-authorities': call('main', nothing, z.array(trustedAuthority)),
} as const satisfies Record<string, CallDeclaration>;
