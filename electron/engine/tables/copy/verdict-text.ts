// Describes the verdict on a copy as text, and decides when it is a failure.
import { StowageError } from '@shared/errors';
import type { CopyRule, CopyVerdict } from '@shared/model/table-copy';
import type { JobFact } from '@shared/model/table-job';
import { formatCount } from '@shared/units';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import type { CopyHead } from './copy-records';
import type { CopyState } from './copy-state';

/** What the list of jobs shows about a copy besides its figures. */
export function copyFacts({ kind, request }: CopyHead, { counts, verdict, accessPolicies }: CopyState): JobFact[] {
  const { kept: retained, keptDifferent } = counts;
  const same = retained - keptDifferent;
  const policies = accessPolicies ?? 0;
  return [
    ...(kind === 'copy' && request.target.state === 'existing'
      ? [{ name: t`Existing rows`, value: ruleLabels[request.rule]() }]
      : []),
    ...(retained > 0
      ? [{ name: t`Skipped`, value: t`${formatCount(same)} equal, ${formatCount(keptDifferent)} different` }]
      : []),
    ...(policies > 0 ? [{ name: t`Not copied`, value: t`${formatCount(policies)} stored access policies` }] : []),
    ...(verdict === null ? [] : [{ name: t`Check`, value: verdictSentence(verdict) }]),
  ];
}

const ruleLabels: Readonly<Record<CopyRule, () => string>> = {
  insert: () => t`reported`,
  skip: () => t`skipped`,
  merge: () => t`merged`,
  replace: () => t`replaced`,
};

function verdictSentence({ outcome, rowsFound, different, missing, stale, examples }: CopyVerdict): string {
  const faults = t`${formatCount(missing)} missing, ${formatCount(different)} different`;
  const first = examples.length === 0 ? '' : t`. First: ${examples.join(', ')}`;
  const lost = stale === 0 ? '' : t`, ${counted(stale, 'row')} that it no longer has`;
  switch (outcome) {
    case 'same':
      return t`${counted(rowsFound, 'row')}, same hash in both tables`;
    case 'kept':
      return t`${counted(rowsFound, 'row')}; the only differences are the ${counted(different, 'row')} skipped${first}`;
    case 'source-changed':
      return t`the source changed during the copy: ${faults}${lost}. Compare the tables to sync them`;
    case 'differs':
      return t`failed: ${faults}${first}`;
  }
}

/** Null if everything is as it should be: for a renaming, every row of the source and no other. */
export function verdictProblem(verdict: CopyVerdict, { kind, request }: CopyHead): StowageError | null {
  const { outcome, missing, different, others, examples } = verdict;
  const context = { source: request.source.query.table, target: request.target.table, missing, different, others };
  if (outcome === 'source-changed' && kind === 'copy') return null;
  const inputError = (code: 'conflict.other' | 'conflict.source-changed', problem: string): StowageError =>
    new StowageError(code, problem, { context: { ...context, problem } });
  const { table } = request.source.query;
  if (outcome === 'source-changed') {
    return inputError(
      'conflict.source-changed',
      t`${table} changed while it was being copied. Nothing was deleted from it.`,
    );
  }
  const example = examples.length === 0 ? '' : t` First: ${examples.join(', ')}.`;
  if (outcome === 'differs') {
    const problem = t`${counted(missing, 'row')} are missing and ${formatCount(different)} differ.${example}`;
    return inputError('conflict.other', t`Verification of the copy failed: ${problem}`);
  }
  if (kind === 'rename' && (outcome !== 'same' || others > 0)) {
    const target = request.target.table;
    const problem = t`${target} contains ${counted(others, 'row')} that ${table} does not, and it is not known where they came from.`;
    return inputError('conflict.other', t`${problem} Compare the tables, delete or copy those rows, then try again.`);
  }
  return null;
}
