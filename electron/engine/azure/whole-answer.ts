// Reads a response that may have been truncated although its length seemed right: it is requested again, and part of it
// is never returned as the whole.
import { StowageError } from '@shared/errors';
import type { ServiceResponse } from './account';

const maxAttempts = 3;

/** `read` throws `network.truncated` for an incomplete response. */
export async function wholeAnswer<T>(send: () => Promise<ServiceResponse>, read: (text: string) => T): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send();
    try {
      return read(response.body.toString('utf8'));
    } catch (error) {
      const isCut = error instanceof StowageError && error.code === 'network.truncated';
      if (!isCut || attempt >= maxAttempts) throw error;
    }
  }
}
