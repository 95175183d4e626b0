// Marks the failure of a request when an earlier attempt of it was answered that the service is busy. A busy service
// claims that it did nothing, so even requests that are not repeatable are sent again; but a front end may claim so
// although a server behind it acted. Then the retry is rejected because of our own first attempt.
import { StowageError } from '@shared/errors';

const mark = 'afterBusy';

/** Only rejections are marked: an earlier attempt cannot cause anything else. */
export function afterBusy(failure: StowageError): StowageError {
  if (failure.kind !== 'conflict' && failure.kind !== 'notFound') return failure;
  const { code, message, retry, requestId, context, cause } = failure;
  return new StowageError(code, message, { retry, requestId, context: { ...context, [mark]: true }, cause });
}

/** The sender of the request checks whether it was carried out before it trusts a conflict. */
export function isAfterBusy({ context }: StowageError): boolean {
  return context[mark] === true;
}
