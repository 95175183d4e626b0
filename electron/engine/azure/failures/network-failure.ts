// Failures that the network explains: a broken connection, after which the request may succeed once the network is
// back, and a request that took too long, which a smaller one may not.
import type { ErrorCode, StowageError } from '@shared/errors';
import { failureRow } from './causes';

export function isOfTheLine(code: ErrorCode): boolean {
  const { countedAs } = failureRow(code);
  return countedAs === 'network' || countedAs === 'connection';
}

/** Whether a request took too long, by this machine's limit or by that of the service. Failing to connect is neither. */
export function isTimeout({ code, context }: StowageError): boolean {
  if (failureRow(code).slowsDownJob) return code !== 'network.timeout' || context.reason !== 'connect';
  return code === 'throttled.server-error' && isTimeoutCode(String(context.serviceCode ?? ''));
}

/** The service's own limit: "Setting timeouts for Blob service operations". */
export function isTimeoutCode(serviceCode: string): boolean {
  return serviceCode === 'OperationTimedOut';
}
