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
      /** According to the system or its environment, without a login; null if there is none. */
      system: z.object({ name: z.string(), isUsable: z.boolean() }).nullable(),
    }),
  ),
  /**
   * Saves this and restarts the engine with it. Main asks the user about any change of the proxy or of the authorities,
   * and for the proxy's password: `keep` keeps the stored one as long as the proxy is the same, `request` replaces it,
   * `remove` removes it. Authorities are those of the saved settings or of `network.pick-authorities`; others are
   * refused. Fails with `cancelled.by-user` when the user declines.
   */
  'network.apply': call(
    'main',
    z.object({ settings: networkSettings, password: z.enum(['keep', 'ask', 'remove']) }),
    nothing,
  ),
  /** Asks for certificate files; empty if nothing was chosen. `invalid.input` if a file contains no certificate. */
  'network.pick-authorities': call('main', nothing, z.array(trustedAuthority)),
} as const satisfies Record<string, CallDeclaration>;
