// What workers of a hub report as a code, worded in the language of whoever reads it. Workers also send the English sentence
// as `problem`, for versions that do not know the code.
import type { ErrorContext } from '../errors';
import { t } from '../strings/t';
import { formatCount } from '../units';
import type { ErrorMessage } from './wording';

/** `finding` in the context of a failure. */
export type HubFinding =
  | 'only-in-a'
  | 'only-in-b'
  | 'different-size'
  | 'different-content'
  | 'not-read'
  | 'file-ended-workers'
  | 'plan-ended-workers'
  | 'machine-lost'
  | 'import-changed';

const numberOf = (value: ErrorContext[string] | undefined): string => formatCount(Number(value));

const problems: Readonly<Partial<Record<HubFinding, (c: ErrorContext) => string>>> = {
  'file-ended-workers': (c) =>
    t`${numberOf(c.workers)} workers ended with this file under way, and ${numberOf(c.alone)} that moved it alone and got no further.`,
  'plan-ended-workers': (c) => t`planning this part ended ${numberOf(c.workers)} workers.`,
  'machine-lost': () => t`the machine that had this part of the measurement was lost while it measured.`,
  'import-changed': (c) => t`“${String(c.source)}” was changed after its import started. Rows already written stay.`,
};

/** With its problem in the current language. */
export function withFinding(context: ErrorContext): ErrorContext {
  const problem = ownOf(problems, context)?.(context);
  return problem === undefined ? context : { ...context, problem };
}

const differences: Readonly<Partial<Record<HubFinding, () => ErrorMessage>>> = {
  'only-in-a': () => ({ title: t`Only in the first place`, explanation: t`The second place does not have it.` }),
  'only-in-b': () => ({ title: t`Only in the second place`, explanation: t`The first place does not have it.` }),
  'different-size': () => ({
    title: t`Different length`,
    explanation: t`The two places have it with different lengths.`,
  }),
  'different-content': () => ({
    title: t`Different content`,
    explanation: t`The two places have it with the same length and different bytes.`,
  }),
  'not-read': () => ({ title: t`Not compared`, explanation: t`It could not be read in one of the two places.` }),
};

/** What a check has found; null for anything else. */
export function differenceMessage(context: ErrorContext): ErrorMessage | null {
  return ownOf(differences, context)?.() ?? null;
}

/** The code comes from another machine: `constructor` is none. */
function ownOf<T>(table: Readonly<Partial<Record<HubFinding, T>>>, { finding }: ErrorContext): T | undefined {
  return Object.hasOwn(table, String(finding)) ? table[finding as HubFinding] : undefined;
}
