// The structure of an error's texts, and how a subject supplies them for each of its codes.
import type { ErrorCode, ErrorContext } from '../errors';

/** Texts for users. Titles have no full stop; the others are sentences. */
export interface ErrorMessage {
  readonly title: string;
  readonly explanation: string;
  /** The next step, if there is one. */
  readonly action?: string;
}

/** Creates the texts of one code from the error's context. */
export type Wording = (context: ErrorContext) => ErrorMessage;

/** Texts for every code of some kinds; a code without texts does not compile. */
export type MessagesOf<Subject extends string> = Readonly<Record<Extract<ErrorCode, `${Subject}.${string}`>, Wording>>;
