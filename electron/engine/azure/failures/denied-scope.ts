// Whether a denial concerns the credential, so that everything else would be denied too, or perhaps only the requested
// blob. Pure. refusals.ts evaluates several denials.
import { type ErrorCode, StowageError } from '@shared/errors';

/**
 * `credential`: every request would be denied until the user acts. `one`: only this blob. `unclear`: the service
 * answers the same when the credential lacks a right and when the blob is subject to a condition of a role, a SAS for
 * single blobs or a network rule.
 */
export type DeniedScope = 'credential' | 'one' | 'unclear';

const ofCredential: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'auth.sas-expired',
  'auth.key-rejected',
  'auth.clock-skew',
  'auth.secret-missing',
  'auth.sign-in-needed',
  'auth.sign-in-failed',
  'conflict.public-access-off',
]);

/** Service codes about the identity or the address of the caller, not about the requested resource. */
const callerRejections: ReadonlySet<unknown> = new Set([
  'AccountIsDisabled',
  'AccountProblem',
  'AllAccessDisabled',
  'AuthenticationFailed',
  'AuthorizationProtocolMismatch',
  'AuthorizationResourceTypeMismatch',
  'AuthorizationServiceMismatch',
  'AuthorizationSourceIPMismatch',
  'ExpiredToken',
  'InvalidAuthenticationInfo',
  'KeyBasedAuthenticationNotPermitted',
  'NoAuthenticationInformation',
  'NotSignedUp',
]);

/** Null when the error is not a denial. */
export function deniedScopeOf({ code, kind, context }: StowageError): DeniedScope | null {
  if (ofCredential.has(code)) return 'credential';
  if (kind !== 'auth') return null;
  // A SAS that may create but not write is denied only for blobs that exist.
  if (context.serviceCode === 'UnauthorizedBlobOverwrite') return 'one';
  // 401 means that the caller was not authenticated.
  return context.status === 401 || callerRejections.has(context.serviceCode) ? 'credential' : 'unclear';
}

/** The same failure, marked as concerning one blob while others were accepted. */
export function markDeniedAlone(error: StowageError): StowageError {
  const { code, message, retry, requestId, context } = error;
  return new StowageError(code, message, { retry, requestId, context: { ...context, others: 'accepted' } });
}
