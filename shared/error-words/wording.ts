// The structure of an error's texts, and how a subject supplies them for each of its codes.
import type { ErrorCode, ErrorContext } from '../errors';

/** Words for people. Titles carry no full stop; the rest are sentences. */
export interface ErrorWords {
  readonly title: string;
  readonly explanation: string;
  /** The next step, where there is one to take. */
  readonly action?: string;
}

/** Makes the words of one code from what is known of the failure. */
export type Wording = (context: ErrorContext) => ErrorWords;

/** Words for every code of some subjects; one without words does not compile. */
export type WordsOf<Subject extends string> = Readonly<Record<Extract<ErrorCode, `${Subject}.${string}`>, Wording>>;
