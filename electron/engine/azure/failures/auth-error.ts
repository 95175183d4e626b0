// Why the service denied a request: a wrong clock, an expired SAS, a missing permission, a rotated key.
import { StowageError } from '@shared/errors';
import { roleForOperation, sasRightOf, scopeOf } from '@shared/model/rights';
import { type FailedAnswer, type FailureFacts, isSignatureRejected, isTooOld, objectOf } from './failure-facts';

/** The service tolerates a quarter of an hour; less than this does not explain a denial. */
const skewToleratedMs = 14 * 60_000;

/** The `auth.*` error for a response that denies the credential or a right; null for every other response. */
export function authError(answer: FailedAnswer, serviceCode: string, facts: FailureFacts): StowageError | null {
  if (!refusesAccess(answer, serviceCode)) return null;
  const serviceMs = Date.parse(answer.headers.date ?? '');
  const make = (
    code: AuthCode,
    detail: string,
    context: Readonly<Record<string, string | number>> = {},
  ): StowageError =>
    new StowageError(code, `${facts.operation}: ${detail}`, {
      requestId: answer.headers['x-ms-request-id'],
      context: {
        ...objectOf(facts),
        account: facts.account,
        host: facts.host,
        operation: facts.operation,
        ...(facts.credential === 's3' ? { store: 's3' } : {}),
        status: answer.status,
        ...(serviceCode === '' ? {} : { serviceCode }),
        ...context,
      },
    });

  if (facts.credential === 'sas') {
    const { expiresOn = '', startsOn = '' } = facts.sas ?? {};
    const nowMs = Number.isNaN(serviceMs) ? facts.nowMs : serviceMs;
    if (Date.parse(expiresOn) <= nowMs) {
      return make('auth.sas-expired', 'the SAS has expired.', { expiredOn: expiresOn });
    }
    if (Date.parse(startsOn) > nowMs) return make('auth.denied', 'the SAS is not valid yet.', { validFrom: startsOn });
    const frame = timeFrameOf(answer.bodyText);
    if (frame !== null && frame.currentMs >= frame.expiryMs) {
      return make('auth.sas-expired', 'its stored policy has expired.', { expiredOn: isoOf(frame.expiryMs) });
    }
    if (frame !== null && frame.currentMs < frame.startMs) {
      return make('auth.denied', 'its stored policy is not valid yet.', { validFrom: isoOf(frame.startMs) });
    }
  }
  if (facts.credential === 's3' && outdatedCodes.has(serviceCode)) {
    return make('auth.clock-skew', "this machine's clock is off.");
  }
  const skewMs = facts.nowMs - serviceMs;
  // Tokens are no signatures over the time: a wrong clock does not invalidate them.
  if (facts.credential !== 'token' && Math.abs(skewMs) > skewToleratedMs && !explainedCodes.has(serviceCode)) {
    const minutes = Math.round(Math.abs(skewMs) / 60_000);
    return make('auth.clock-skew', `this machine's clock is ${minutes} minutes off.`, {
      minutes,
      direction: skewMs > 0 ? 'ahead' : 'behind',
    });
  }
  // When the response has no date, the detail still states that ours was too old.
  if (serviceCode === 'AuthenticationFailed' && isTooOld(answer.bodyText)) {
    return make('auth.clock-skew', "this machine's clock is off.");
  }
  // The service treats such a signature as a mismatch: it answers as for a wrong one, or one without the right.
  const beyond = beyondSas(facts);
  if (beyond !== null)
    return make('auth.sas-lacks-right', `the SAS is for one ${beyond.lacks.slice(4)}.`, { ...beyond });
  const isMismatch = isSignatureRejected(serviceCode, answer.bodyText);
  if (serviceCode === 'AuthorizationFailure' && !isMismatch && isAllowed(facts)) {
    return make('auth.denied', 'the rules of its network leave this machine out.', { lacks: 'network' });
  }
  if (facts.credential === 'sas' && missingRightCodes.has(serviceCode) && !isMismatch) {
    const right = sasRightOf(facts.service, facts.operation);
    return make('auth.sas-lacks-right', `the SAS does not allow it (${serviceCode}).`, {
      right,
      lacks: lackOf(serviceCode),
    });
  }
  if (facts.credential === 'token') {
    if (/issuer/iu.test(answer.bodyText)) {
      return make('auth.denied', 'the token is of another tenant.', { lacks: 'tenant' });
    }
    if (serviceCode === 'AuthorizationPermissionMismatch') {
      const { service, operation, resource } = facts;
      return make('auth.denied', 'the role does not allow it.', {
        lacks: 'role',
        role: roleForOperation(service, operation),
        ...(scopeOf(operation, resource) === '' ? { scope: 'account' } : {}),
      });
    }
    if (answer.status === 401 || serviceCode === 'AuthenticationFailed') {
      return make('auth.sign-in-needed', 'the service does not accept the token.', { error: serviceCode });
    }
  }
  // Cosmos DB answers 401, with any code.
  if (
    (facts.credential === 's3' && isMismatch) ||
    (facts.credential === 'key' && (isMismatch || answer.status === 401))
  ) {
    return make('auth.key-rejected', 'the service does not accept the account key.');
  }
  return make('auth.denied', `the service refused it (${serviceCode === '' ? answer.status : serviceCode}).`);
}

/** The scope of a SAS for one container or one blob, when the request is about something else; null when it is not. */
function beyondSas(facts: FailureFacts): BeyondSas | null {
  const { service, resource, sas } = facts;
  if (sas?.resource === undefined || service !== 'blob') return null;
  const reached = sas.resource;
  if (sas.level === 'container') return resource === reached ? null : { lacks: 'one-container', reached };
  const { blob } = sas;
  if (sas.level !== 'blob' || blob === undefined) return null;
  return resource === reached && objectOf(facts).blob === blob
    ? null
    : { lacks: 'one-blob', reached, reachedBlob: blob };
}

interface BeyondSas {
  readonly lacks: 'one-container' | 'one-blob';
  readonly reached: string;
  readonly reachedBlob?: string;
}

type AuthCode =
  | 'auth.sign-in-needed'
  | 'auth.denied'
  | 'auth.key-rejected'
  | 'auth.sas-expired'
  | 'auth.sas-lacks-right'
  | 'auth.clock-skew';

const missingRightCodes: ReadonlySet<string> = new Set([
  'AuthorizationPermissionMismatch',
  'AuthorizationResourceTypeMismatch',
  'AuthorizationServiceMismatch',
  'AuthorizationFailure',
]);

/** Codes that name the reason themselves, so that a wrong clock cannot be the cause. */
const explainedCodes: ReadonlySet<string> = new Set([
  ...missingRightCodes,
  'AccountIsDisabled',
  'AuthorizationProtocolMismatch',
  'AuthorizationSourceIPMismatch',
  'InsufficientAccountPermissions',
  'KeyBasedAuthenticationNotPermitted',
  'UnauthorizedBlobOverwrite',
]);

/** A full store of S3 answers so. */
const fullCodes: ReadonlySet<string> = new Set(['QuotaExceeded', 'XMinioStorageFull']);
/** The time of the signature is too far from that of the service. */
const outdatedCodes: ReadonlySet<string> = new Set(['RequestTimeTooSkewed', 'RequestExpired']);

function refusesAccess({ status }: FailedAnswer, serviceCode: string): boolean {
  // About the source of a copy, whose credential is not the one of this account.
  if (serviceCode === 'CannotVerifyCopySource' || fullCodes.has(serviceCode)) return false;
  return status === 401 || status === 403 || serviceCode === 'InvalidAuthenticationInfo';
}

interface TimeFrame {
  readonly startMs: number;
  readonly expiryMs: number;
  readonly currentMs: number;
}

/**
 * The times of a stored policy, which the SAS does not contain: the service sends them in the detail of its response.
 */
function timeFrameOf(bodyText: string): TimeFrame | null {
  const frame = /Start \[([^\]]*)\] - Expiry \[([^\]]*)\] - Current \[([^\]]*)\]/.exec(bodyText);
  if (frame === null) return null;
  const [startMs = Number.NaN, expiryMs = Number.NaN, currentMs = Number.NaN] = frame.slice(1).map(Date.parse);
  return { startMs, expiryMs, currentMs };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** Operations that any SAS with the right may perform. Some others are reserved for the account key. */
const simpleOperations: ReadonlySet<string> = new Set([
  'ListBlobs',
  'GetBlob',
  'GetBlobProperties',
  'PutBlob',
  'PutBlock',
  'PutBlockList',
  'DeleteBlob',
  'QueryEntities',
  'GetEntity',
  'InsertEntity',
  'DeleteEntity',
]);

/** Containers and tables that only the service writes to: `$logs`, `$blobchangefeed`, `$MetricsHourPrimary…`. */
const ownedByService = /^\$(?!(?:root|web)$)/;

/**
 * Whether the credential allows the operation. A key allows everything; for a SAS limited to a range of keys it is
 * unknown.
 */
function isAllowed({ credential, sas, service, operation, resource }: FailureFacts): boolean {
  if (ownedByService.test(resource)) return false;
  if (credential === 'key') return true;
  if (sas?.keyRange !== undefined) return false;
  return simpleOperations.has(operation) && sas?.rights.includes(sasRightOf(service, operation)) === true;
}

function lackOf(serviceCode: string): string {
  if (serviceCode === 'AuthorizationServiceMismatch') return 'service';
  return serviceCode === 'AuthorizationResourceTypeMismatch' ? 'resource-type' : 'right';
}
