// Signing in with Entra ID: identities, and the tenants and storage accounts that they reach. No token, code of the
// authority or secret crosses here; the address for signing in and the code for a device are meant to be shown.
import { z } from 'zod';
import {
  appRegistration,
  clientId,
  cloud,
  identityKind,
  identitySummary,
  storageAccount,
  tenantName,
  tenantState,
} from '../../model/identity';
import { type CallDeclaration, type StreamDeclaration, call, nothing, stream } from './declare';

const ofIdentity = z.object({ id: z.string().max(200) });

export const identityCalls = {
  /** The app registrations that were entered, one per cloud. */
  'identities.registrations': call('engine', nothing, z.array(appRegistration)),
  /** A custom cloud is confirmed in a dialog of main first; the same for `identities.add` and `identities.sign-in`. */
  'identities.set-registration': call('engine', appRegistration, nothing),
  /** Adds an identity that needs no sign-in, once it has issued a token. */
  'identities.add': call(
    'engine',
    z.object({ kind: identityKind.exclude(['user']), cloud, clientId: clientId.optional() }),
    identitySummary,
  ),
  'identities.sign-out': call('engine', ofIdentity, nothing),
  'identities.tenants': call('engine', ofIdentity, z.array(tenantState)),
} as const satisfies Record<string, CallDeclaration>;

export const identityStreams = {
  /** All identities, at once and whenever one changes. */
  'identities.watch': stream('engine', nothing, z.array(identitySummary)),
  /** Signs a user in; ends when that is done. Unsubscribing cancels it. */
  'identities.sign-in': stream(
    'engine',
    z.object({
      way: z.enum(['browser', 'device']),
      registration: appRegistration,
      /** Default: the tenant of the registration. */
      tenant: tenantName.optional(),
      /** Of the error that required the user to sign in again. */
      claims: z.string().max(10_000).optional(),
      /** The identity that signs in again. */
      identityId: z.string().max(200).optional(),
    }),
    z.discriminatedUnion('event', [
      z.object({ event: z.literal('address'), address: z.string() }),
      z.object({ event: z.literal('code'), userCode: z.string(), address: z.string(), expiresInS: z.number() }),
      z.object({ event: z.literal('signed-in'), identity: identitySummary }),
    ]),
  ),
  /** The storage accounts of a tenant, page by page. */
  'identities.accounts': stream(
    'engine',
    ofIdentity.extend({ tenant: tenantName }),
    z.object({ accounts: z.array(storageAccount) }),
  ),
} as const satisfies Record<string, StreamDeclaration>;
