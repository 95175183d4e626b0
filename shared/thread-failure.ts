// Carries a failure from a worker thread to the thread that started it, which logs it if it is unexpected: worker
// threads have no log, and stacks do not survive the transfer otherwise.
import { type ErrorShape, StowageError, unforeseen } from './errors';

export interface ThreadFailure {
  readonly error: ErrorShape;
  /** The stack of an unexpected error. */
  readonly thrown?: Thrown | undefined;
}

interface Thrown {
  readonly message: string;
  readonly stack: string;
  /** Node's code of the failure. */
  readonly code?: string | undefined;
}

/** The message to post. */
export function threadFailure(error: StowageError): ThreadFailure {
  const shape = error.toShape();
  if (error.kind !== 'bug') return { error: shape };
  return { error: shape, thrown: partsOf(error.cause instanceof Error ? error.cause : error) };
}

/** The failure of the thread; an unexpected error is logged here with the thread's stack. */
export function failureOfThread({ error, thrown }: ThreadFailure): StowageError {
  if (thrown === undefined) return StowageError.fromShape(error);
  const { message, stack, code } = thrown;
  const cause = Object.assign(new Error(message), { stack }, code === undefined ? {} : { code });
  return unforeseen(new StowageError(error.code, error.detail, { ...error, cause }));
}

/** A thrown value may contain anything, even what cannot be posted. */
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
