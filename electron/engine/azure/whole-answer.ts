// Reads a response that may have been truncated although its length seemed right: it is requested again, and part of it
// is never returned as the whole.
import { type ErrorContext, StowageError } from '@shared/errors';
import type { ServiceResponse } from './account';

const maxAttempts = 3;

/** `read` throws `network.truncated` for an incomplete response; `about` names the request in its error. */
export async function wholeAnswer<T>(
  send: () => Promise<ServiceResponse>,
  read: (text: string) => T,
  about: ErrorContext,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send();
    try {
      return read(response.body.toString('utf8'));
    } catch (error) {
      if (!(error instanceof StowageError) || error.code !== 'network.truncated') throw error;
      if (attempt >= maxAttempts) throw ofRequest(error, about);
    }
  }
}

/** The same error with the names of the request, which its reader did not know. */
function ofRequest({ code, message, retry, requestId, context }: StowageError, about: ErrorContext): StowageError {
  return new StowageError(code, message, { retry, requestId, context: { ...about, ...context } });
}
