// Maps the service's error responses to the product's errors, in this one place and from an allow-list of facts. URLs,
// header values and the service's own text about signatures never get in.
import { type ErrorCode, type ErrorContext, StowageError } from '@shared/errors';
import { redacted } from '@shared/redact';
import { authError } from './auth-error';
import { afterBusy } from './after-busy';
import { type FailedAnswer, type FailureFacts, messageOf, objectOf, serviceCodeOf } from './failure-facts';
import { bearsServiceHeaders } from '../service-version';
import { parseRetryAfter, retryAfterCapMs } from '../retry-policy';

/** The error for a response that is a failure. */
export function answerError(answer: FailedAnswer, facts: FailureFacts): StowageError {
  const serviceCode = serviceCodeOf(answer);
  const requestedMs = parseRetryAfter(answer.headers, facts.nowMs);
  const error =
    authError(answer, serviceCode, facts) ??
    serviceError({ status: answer.status, serviceCode, serviceMessage: messageOf(answer.bodyText) }, facts, {
      requestId: answer.headers['x-ms-request-id'],
      ...(requestedMs === null ? {} : { waitMs: Math.min(requestedMs, retryAfterCapMs) }),
      context: {
        host: facts.host,
        ...(answer.attempts === undefined || answer.attempts < 2 ? {} : { attempts: answer.attempts }),
        // Only a store that is full sends 507.
        ...(serviceCode === '' && answer.status !== 507 && !bearsServiceHeaders(answer)
          ? { answeredBy: 'gateway' }
          : {}),
      },
    });
  return answer.afterBusy === true ? afterBusy(error) : error;
}

/** One failed operation as the service reports it, also for the parts of a batch. */
export interface ServiceFailure {
  readonly status: number;
  readonly serviceCode: string;
  /** The service's own message; used only when it explains why an input was rejected. */
  readonly serviceMessage: string;
}

/** As `answerError`, for a failure that was parsed already, such as a part of a batch. */
export function serviceError(
  failure: ServiceFailure,
  facts: Pick<FailureFacts, 'service' | 'account' | 'operation' | 'resource' | 'path'> &
    Partial<Pick<FailureFacts, 'credential'>>,
  more: {
    readonly requestId?: string | undefined;
    /** The wait that the service requests, if any. */
    readonly waitMs?: number;
    readonly context?: ErrorContext;
  } = {},
): StowageError {
  const { status, serviceCode } = failure;
  const code = codeFor(failure, facts);
  const explains = code.startsWith('invalid.') || code === 'conflict.other';
  const named = serviceCode === '' ? `status ${status}` : `${status} ${serviceCode}`;
  return new StowageError(code, `${facts.operation} was answered with ${named}.`, {
    requestId: more.requestId,
    retry: code.startsWith('throttled.') ? { afterMs: more.waitMs ?? 5_000 } : 'no',
    context: {
      ...objectOf(facts),
      account: facts.account,
      operation: facts.operation,
      ...(facts.credential === 's3' ? { store: 's3' } : {}),
      status,
      ...(serviceCode === '' ? {} : { serviceCode }),
      ...(explains && failure.serviceMessage !== '' ? { serviceMessage: redacted(failure.serviceMessage) } : {}),
      ...(more.waitMs === undefined ? {} : { waitMs: more.waitMs }),
      ...more.context,
    },
  });
}

const codes: Readonly<Record<string, ErrorCode>> = {
  TableNotFound: 'not-found.table',
  EntityNotFound: 'not-found.entity',
  ContainerNotFound: 'not-found.container',
  BlobNotFound: 'not-found.blob',
  ResourceNotFound: 'not-found.resource',
  PathNotFound: 'not-found.blob',
  SourcePathNotFound: 'not-found.blob',
  RenameDestinationParentPathNotFound: 'not-found.blob',
  FilesystemNotFound: 'not-found.container',
  PathAlreadyExists: 'conflict.exists',
  FilesystemBeingDeleted: 'conflict.being-deleted',
  EntityAlreadyExists: 'conflict.exists',
  TableAlreadyExists: 'conflict.exists',
  ContainerAlreadyExists: 'conflict.exists',
  BlobAlreadyExists: 'conflict.exists',
  ResourceAlreadyExists: 'conflict.exists',
  TableBeingDeleted: 'conflict.being-deleted',
  ContainerBeingDeleted: 'conflict.being-deleted',
  ConditionNotMet: 'conflict.etag-changed',
  UpdateConditionNotSatisfied: 'conflict.etag-changed',
  TargetConditionNotMet: 'conflict.etag-changed',
  SourceConditionNotMet: 'conflict.blob-changed',
  LeaseIdMissing: 'conflict.leased',
  LeaseAlreadyPresent: 'conflict.leased',
  LeaseIdMismatchWithBlobOperation: 'conflict.leased',
  LeaseIdMismatchWithContainerOperation: 'conflict.leased',
  LeaseNotPresentWithBlobOperation: 'conflict.leased',
  LeaseNotPresentWithContainerOperation: 'conflict.leased',
  LeaseNotPresentWithLeaseOperation: 'conflict.leased',
  LeaseIdMismatchWithLeaseOperation: 'conflict.leased',
  LeaseLost: 'conflict.leased',
  LeaseAlreadyBroken: 'conflict.leased',
  LeaseIsBreakingAndCannotBeAcquired: 'conflict.leased',
  LeaseIsBreakingAndCannotBeChanged: 'conflict.leased',
  LeaseIsBrokenAndCannotBeRenewed: 'conflict.leased',
  PublicAccessNotPermitted: 'conflict.public-access-off',
  BlobArchived: 'conflict.archived',
  BlobBeingRehydrated: 'conflict.archived',
  InvalidObjectState: 'conflict.archived',
  BlobImmutableDueToPolicy: 'conflict.immutable',
  BlobImmutableDueToLegalHold: 'conflict.immutable',
  AppendPositionConditionNotMet: 'conflict.other',
  CannotVerifyCopySource: 'conflict.other',
  InfiniteLeaseDurationRequired: 'conflict.other',
  MaxBlobSizeConditionNotMet: 'conflict.other',
  SequenceNumberConditionNotMet: 'conflict.other',
  SystemInUse: 'conflict.other',
  InvalidBlockList: 'conflict.blocks-lost',
  InvalidBlobOrBlock: 'conflict.other-blocks',
  Md5Mismatch: 'network.checksum',
  Crc64Mismatch: 'network.checksum',
  ServerBusy: 'throttled.server-busy',
  AccountBeingCreated: 'throttled.server-busy',
  InternalError: 'throttled.server-error',
  OperationTimedOut: 'throttled.server-error',
  InsufficientResources: 'throttled.server-error',
  InvalidResourceName: 'invalid.name',
  InvalidContainerName: 'invalid.name',
  InvalidTableName: 'invalid.name',
  KeyValueTooLarge: 'invalid.key',
  PropertyValueTooLarge: 'invalid.entity',
  PropertyNameInvalid: 'invalid.entity',
  PropertyNameTooLong: 'invalid.entity',
  PropertiesNeedValue: 'invalid.entity',
  DuplicatePropertiesSpecified: 'invalid.entity',
  EntityTooLarge: 'invalid.entity',
  TooManyProperties: 'invalid.entity',
  InvalidValueType: 'invalid.entity',
};

/** Where S3 means something else by a code, or has one of its own. */
const s3Codes: Readonly<Record<string, ErrorCode>> = {
  EntityTooLarge: 'invalid.refused',
  XMinioStorageFull: 'conflict.other',
  QuotaExceeded: 'conflict.other',
};

function codeFor(
  failure: ServiceFailure,
  facts: Pick<FailureFacts, 'service' | 'path' | 'operation'> & Partial<Pick<FailureFacts, 'credential'>>,
): ErrorCode {
  const { status, serviceCode } = failure;
  if (serviceCode === 'InvalidHeaderValue' && /The API version \S+ is not supported/.test(failure.serviceMessage)) {
    return 'invalid.service-version';
  }
  if (serviceCode === 'ResourceNotFound' && facts.service === 'table') return notFoundCode(facts);
  // The service could not reach the source in time; other statuses are those of the source.
  if (serviceCode === 'CannotVerifyCopySource' && (status === 429 || status >= 500)) return 'throttled.server-error';
  const known = (facts.credential === 's3' ? s3Codes[serviceCode] : undefined) ?? codes[serviceCode];
  if (known !== undefined) return known;
  switch (status) {
    case 401:
    case 403:
      return 'auth.denied';
    case 404:
      return notFoundCode(facts);
    case 409:
      return 'conflict.other';
    case 304:
    case 412:
      return 'conflict.etag-changed';
    case 429:
    case 503:
      return 'throttled.server-busy';
    // Cosmos DB: another request changes the same entities at this moment.
    case 449:
    case 408:
    case 500:
    case 502:
    case 504:
      return 'throttled.server-error';
    // The service, or an emulator of it, does not know the operation: a retry changes nothing.
    case 501:
    case 505:
    case 510:
      return 'invalid.refused';
    default:
      if (status >= 400 && status < 500) return 'invalid.refused';
      return status >= 500 ? 'throttled.server-error' : 'network.malformed';
  }
}

/** A HEAD response has no error code: the requested resource determines what is missing. */
function notFoundCode({ service, path, operation }: Pick<FailureFacts, 'service' | 'path' | 'operation'>): ErrorCode {
  if (service === 'table')
    return /\(.*=/.test(path) && !creates.test(operation) ? 'not-found.entity' : 'not-found.table';
  const depth = path.split('/').filter((segment) => segment !== '').length;
  if (depth === 0) return 'not-found.resource';
  return depth === 1 || creates.test(operation) ? 'not-found.container' : 'not-found.blob';
}

/** The entities or blobs that these write need not exist, so they are not what is missing. */
const creates = /^(?:Put(?:Blob|Block|BlockList|BlockFromURL)|CopyBlob|Insert.*)$/;
