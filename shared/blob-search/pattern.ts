// A pattern for names below a folder: whether it can be searched for, and the start that all its matches share. Pure.
import { type BlobPattern, patternLimit } from '../model/blob-search';
import { expressionPrefix, expressionProblem } from './expression';
import { wildcardPrefix, wildcardProblem } from './wildcard';
import { t } from '../strings/t';

/** Why the pattern cannot be searched for, as the rest of a sentence; null when it can. */
export function patternProblem({ kind, text }: Pick<BlobPattern, 'kind' | 'text'>): string | null {
  if (text === '') return t`Enter the names to search for.`;
  if (text.length > patternLimit) return t`A pattern can have at most ${patternLimit} characters.`;
  if (kind === 'wildcard') return wildcardProblem(text);
  const problem = expressionProblem(text);
  return problem === null ? null : t`Invalid regular expression: ${problem.toLowerCase()}.`;
}

/** The prefix sent to the service, below the folder: it excludes only names that cannot match. */
export function patternPrefix({ kind, text, letters }: BlobPattern): string {
  if (letters === 'any') return '';
  return kind === 'wildcard' ? wildcardPrefix(text) : expressionPrefix(text);
}
