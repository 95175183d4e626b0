// Determines which names of a page match. A regular expression runs under a watchdog: one that backtracks without end
// is stopped and rejected instead of blocking the engine.
import { Script, createContext } from 'node:vm';
import { StowageError } from '@shared/errors';
import { compileExpression } from '@shared/blob-search/expression';
import { patternProblem } from '@shared/blob-search/pattern';
import { wildcardMatcher } from '@shared/blob-search/wildcard';
import type { BlobPattern } from '@shared/model/blob-search';
import { t } from '@shared/strings/t';

/** For a page of up to 5,000 names, which takes a few milliseconds for a normal expression. */
const watchdogMs = 1_000;

/** Whether each of the names matches, in their order. Throws `invalid.input` when the pattern takes too long. */
export type NameMatcher = (names: readonly string[]) => readonly boolean[];

/** Throws `invalid.input` for an invalid pattern. */
export function nameMatcher(pattern: BlobPattern): NameMatcher {
  const problem = patternProblem(pattern);
  if (problem !== null) throw inputError(problem, t`Correct the pattern.`);
  if (pattern.kind === 'wildcard') {
    const matches = wildcardMatcher(pattern.text, pattern.letters);
    return (names) => names.map(matches);
  }
  const expression = compileExpression(pattern.text, pattern.letters);
  return (names) => guarded(() => names.map((name) => expression.test(name)));
}

function guarded<T>(work: () => T): T {
  try {
    return call.runInContext(createContext({ work }), { timeout: watchdogMs }) as T;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw thrown;
    throw inputError(t`Matching takes too long for some names.`, t`Avoid nested repetition, as in (a+)+.`);
  }
}

const call = new Script('work()');

function inputError(problem: string, fix: string): StowageError {
  return new StowageError('invalid.input', `The pattern cannot be used. ${problem}`, {
    context: { field: 'Pattern', problem, fix },
  });
}
