// Classifies failures by whether the service acted: it may have, it certainly did not, or the failure shows that an
// earlier try did.
import { type ErrorCode, StowageError } from '@shared/errors';
import { isAfterBusy } from '../azure/failures/after-busy';

const open: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'network.reset',
  'network.timeout',
  'network.stalled',
  'network.truncated',
  'network.oversized',
  'network.malformed',
  'throttled.server-error',
]);

/** True when the request may have been carried out although it failed. */
export function mayHaveHappened(failure: StowageError): boolean {
  return open.has(failure.code);
}

/**
 * True when the request was certainly not carried out: the service refused it or was never reached. Not the negation of
 * `mayHaveHappened`: for an unreadable response both are false.
 */
export function wasRejected({ kind, code }: StowageError): boolean {
  return kind === 'auth' || kind === 'notFound' || kind === 'conflict' || neverDone.has(code);
}

const neverDone: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'throttled.server-busy',
  'network.refused',
  'network.name-unknown',
  'network.certificate',
  'network.offline',
]);

/**
 * True for the failures with which the service answers a repetition when the first try, whose reply was lost, had
 * succeeded.
 */
export function showsEarlierSuccess(failure: StowageError): boolean {
  return afterSuccess.has(failure.code);
}

/** True when the service refused a request that it may itself have carried out when it said that it is busy. */
export function isRejectedAfterBusy(failure: StowageError): boolean {
  return isAfterBusy(failure) && showsEarlierSuccess(failure);
}

/**
 * The failure of a transaction that was repeated after a lost reply and that its own first try may have caused: it names
 * no row, for what it says of one may be our own doing.
 */
export function afterLostReply(failure: StowageError): StowageError {
  const { code, message, retry, requestId } = failure;
  const { index: _, partitionKey: __, rowKey: ___, ...context } = failure.context;
  return new StowageError(code, message, { retry, requestId, context: { ...context, [mark]: true }, cause: failure });
}

/** Each row has to be read back: some may be written though the transaction was refused. */
export function isAfterLostReply({ context }: StowageError): boolean {
  return context[mark] === true;
}

const mark = 'afterLostReply';

const afterSuccess: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'conflict.exists',
  'conflict.etag-changed',
  'not-found.entity',
]);
