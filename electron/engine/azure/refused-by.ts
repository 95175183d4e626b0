// What a refusal speaks of: the credential, so that everything else would be refused as well, or perhaps the one blob
// that was asked for. Pure. What follows from several of them is refusals.ts.
import { type ErrorCode, StowageError } from '@shared/errors';

/**
 * `credential`: nothing else would be let in either, until a person does something. `one`: that blob alone. `unclear`: the
 * service says the same of a right that the credential lacks and of a blob that has rights of its own, by a condition of
 * a role, a signature for single blobs or a rule of the network.
 */
export type Refused = 'credential' | 'one' | 'unclear';

const ofCredential: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'auth.sas-expired',
  'auth.key-rejected',
  'auth.clock-skew',
  'auth.secret-missing',
  'conflict.public-access-off',
]);

/** Codes of the service that name who asks, or from where, and not what is asked for. */
const namesWhoAsks: ReadonlySet<unknown> = new Set([
  'AccountIsDisabled',
  'AuthenticationFailed',
  'AuthorizationProtocolMismatch',
  'AuthorizationResourceTypeMismatch',
  'AuthorizationServiceMismatch',
  'AuthorizationSourceIPMismatch',
  'InvalidAuthenticationInfo',
  'KeyBasedAuthenticationNotPermitted',
  'NoAuthenticationInformation',
]);

/** Null for what is no refusal. */
export function refusedBy({ code, kind, context }: StowageError): Refused | null {
  if (ofCredential.has(code)) return 'credential';
  if (kind !== 'auth') return null;
  // A signature that may create and not write: only what is there already is refused.
  if (context.serviceCode === 'UnauthorizedBlobOverwrite') return 'one';
  // 401 asks who somebody is.
  return context.status === 401 || namesWhoAsks.has(context.serviceCode) ? 'credential' : 'unclear';
}

/** The same failure, told of a blob while others were let in. */
export function refusedAlone(error: StowageError): StowageError {
  const { code, message, retry, requestId, context } = error;
  return new StowageError(code, message, { retry, requestId, context: { ...context, others: 'accepted' } });
}
