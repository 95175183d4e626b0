// A failure on its way from a thread to the one that started it, which writes down what nobody foresaw. A thread has no log of
// its own, and where an error arose does not cross by itself.
import { type ErrorShape, StowageError } from './errors';

export interface ThreadFailure {
  readonly error: ErrorShape;
  /** Of an error that nobody foresaw. */
  readonly thrown?: Thrown | undefined;
}

interface Thrown {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** To be posted. */
export function threadFailure(error: StowageError): ThreadFailure {
  const shape = error.toShape();
  if (error.kind !== 'bug' || !(error.cause instanceof Error)) return { error: shape };
  const { name, message, stack = '' } = error.cause;
  return { error: shape, thrown: { name, message, stack } };
}

/** What the thread failed with; an error that nobody foresaw is told where it comes out, with the places of the thread. */
export function failureOfThread({ error, thrown }: ThreadFailure): StowageError {
  if (thrown === undefined) return StowageError.fromShape(error);
  return StowageError.from(Object.assign(new Error(thrown.message), { name: thrown.name, stack: thrown.stack }));
}
