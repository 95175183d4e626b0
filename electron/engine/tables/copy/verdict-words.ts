// What a verdict on a copy means, in words, and when it is a failure.
import { StowageError } from '@shared/errors';
import type { CopyRule, CopyVerdict } from '@shared/model/table-copy';
import type { JobFact } from '@shared/model/table-job';
import { formatCount } from '@shared/units';
import type { CopyHead } from './copy-records';
import type { CopyStanding } from './copy-standing';

/** What a list of jobs shows of a copy beside its figures. */
export function copyFacts({ kind, request }: CopyHead, { counts, verdict, accessPolicies }: CopyStanding): JobFact[] {
  const { kept } = counts;
  const policies = accessPolicies ?? 0;
  return [
    ...(kind === 'copy' && request.target.state === 'existing'
      ? [{ name: 'Rows that exist', value: ruleWords[request.rule] }]
      : []),
    ...(kept > 0 && request.rule === 'skip' ? [{ name: 'Skipped', value: formatCount(kept) }] : []),
    ...(policies > 0 ? [{ name: 'Not copied', value: `${formatCount(policies)} stored access policies` }] : []),
    ...(verdict === null ? [] : [{ name: 'Check', value: verdictSentence(verdict) }]),
  ];
}

const ruleWords: Readonly<Record<CopyRule, string>> = {
  insert: 'reported',
  skip: 'skipped',
  merge: 'merged',
  replace: 'replaced',
};

function verdictSentence({ outcome, rowsFound, different, missing }: CopyVerdict): string {
  const rows = `${formatCount(rowsFound)} ${rowsFound === 1 ? 'row' : 'rows'}`;
  const faults = `${formatCount(missing)} missing, ${formatCount(different)} different`;
  switch (outcome) {
    case 'same':
      return `${rows}, same hash in both tables`;
    case 'kept':
      return `${rows}; ${formatCount(different)} that existed before differ and were left as they are`;
    case 'source-changed':
      return `the source was written to meanwhile: ${faults}. Compare the tables to bring them together`;
    case 'differs':
      return `failed: ${faults}`;
  }
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
