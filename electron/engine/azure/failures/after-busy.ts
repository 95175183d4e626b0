// Marks what a request failed with after an earlier try of it was told that the service is busy. A busy service says that
// it did nothing, so even requests that are not repeatable are sent again; but a front end may say so of what a server
// behind it carried out. Then the repetition is refused because of our own first try.
import { StowageError } from '@shared/errors';

const mark = 'afterBusy';

/** Only refusals are marked: nothing else can come of an earlier try. */
export function afterBusy(failure: StowageError): StowageError {
  if (failure.kind !== 'conflict' && failure.kind !== 'notFound') return failure;
  const { code, message, retry, requestId, context, cause } = failure;
  return new StowageError(code, message, { retry, requestId, context: { ...context, [mark]: true }, cause });
}

/** Whoever sent the request looks whether it was carried out before a conflict is believed. */
export function isAfterBusy({ context }: StowageError): boolean {
  return context[mark] === true;
}
