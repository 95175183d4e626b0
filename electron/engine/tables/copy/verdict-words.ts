// What a verdict on a copy means, in words, and when it is a failure.
import { StowageError } from '@shared/errors';
import type { CopyVerdict } from '@shared/model/table-copy';
import type { CopyHead } from './copy-records';

/** For a verdict that is no failure. */
export function verdictSentence({ outcome, rowsFound, different }: CopyVerdict): string {
  const rows = `${rowsFound.toLocaleString('en')} ${rowsFound === 1 ? 'row' : 'rows'}`;
  if (outcome === 'same') return `Verified: ${rows}, same hash.`;
  return `Verified: ${rows}; ${different.toLocaleString('en')} that existed before differ and were left as they are.`;
}

/** Null where everything is as it should be: for a renaming every row of the source, and no other. */
export function verdictProblem(verdict: CopyVerdict, { kind, request }: CopyHead): StowageError | null {
  const { outcome, missing, different, others, examples } = verdict;
  const context = { source: request.source.query.table, target: request.target.table, missing, different, others };
  if (outcome === 'source-changed' && kind === 'copy') return null;
  if (outcome === 'source-changed') {
    return new StowageError('conflict.source-changed', 'The source was written to while it was copied.', { context });
  }
  const example = examples.length === 0 ? '' : ` First: ${examples.join(', ')}.`;
  if (outcome === 'differs') {
    const problem = `${missing} rows are missing and ${different} differ.${example}`;
    return new StowageError('conflict.other', `The check of the copy failed: ${problem}`, { context });
  }
  if (kind === 'rename' && (outcome !== 'same' || others > 0)) {
    const problem = `The new table holds ${others} rows that the old one does not.`;
    return new StowageError('conflict.other', `The check of the copy failed: ${problem}`, { context });
  }
  return null;
}
