// A failure on its way from a thread to the one that started it, which writes down what nobody foresaw. A thread has no log of
// its own, and where an error arose does not cross by itself.
import { type ErrorShape, StowageError, unforeseen } from './errors';

export interface ThreadFailure {
  readonly error: ErrorShape;
  /** Of an error that nobody foresaw: where it arose. */
  readonly thrown?: Thrown | undefined;
}

interface Thrown {
  readonly message: string;
  readonly stack: string;
  /** Node's own name for the failure. */
  readonly code?: string | undefined;
}

/** To be posted. */
export function threadFailure(error: StowageError): ThreadFailure {
  const shape = error.toShape();
  if (error.kind !== 'bug') return { error: shape };
  return { error: shape, thrown: partsOf(error.cause instanceof Error ? error.cause : error) };
}

/** What the thread failed with; an error that nobody foresaw is told where it comes out, with the places of the thread. */
export function failureOfThread({ error, thrown }: ThreadFailure): StowageError {
  if (thrown === undefined) return StowageError.fromShape(error);
  const { message, stack, code } = thrown;
  const cause = Object.assign(new Error(message), { stack }, code === undefined ? {} : { code });
  return unforeseen(new StowageError(error.code, error.detail, { ...error, cause }));
}

/** Whatever throws may have put anything there, also what cannot be posted. */
function partsOf(thrown: Error): Thrown {
  try {
    const { message, stack, code } = thrown as { readonly [part in keyof Thrown]?: unknown };
    return {
      message: typeof message === 'string' ? message : '',
      stack: typeof stack === 'string' && typeof message === 'string' ? stack : '',
      code: typeof code === 'string' ? code : undefined,
    };
  } catch {
    return { message: '', stack: '' };
  }
}
