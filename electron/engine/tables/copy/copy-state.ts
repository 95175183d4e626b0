// The state of a copy according to the records of its journal.
import type { EntityKeys } from '@shared/model/edit';
import type { CopyVerdict } from '@shared/model/table-copy';
import type { FailureGroup, TableJob } from '@shared/model/table-job';
import { type CopyCounts, type CopyHead, type CopyRecord, noRows } from './copy-records';
import type { CopyCheckpoint } from './copy-run';

export interface CopyState {
  /** `creating`: it is unknown whether the table was created. */
  readonly target: 'planned' | 'creating' | 'ready';
  readonly accessPolicies: number | null;
  readonly reached: EntityKeys | null;
  readonly stand: CopyCheckpoint | null;
  readonly counts: CopyCounts;
  readonly failures: readonly FailureGroup[];
  readonly verdict: CopyVerdict | null;
  /** `again`: rows of an earlier pass are replaced. */
  readonly pass: 'first' | 'again';
  readonly isConfirmed: boolean;
  /** The end; null before. */
  readonly ended: TableJob | null;
}

const noCounts: CopyCounts = {
  written: 0,
  kept: 0,
  keptDifferent: 0,
  keptHash: noRows,
  rejected: 0,
  batches: 0,
  requests: 0,
  retries: 0,
  throttled: 0,
};

export const initialCopyState: CopyState = {
  target: 'planned',
  accessPolicies: null,
  reached: null,
  stand: null,
  counts: noCounts,
  failures: [],
  verdict: null,
  pass: 'first',
  isConfirmed: false,
  ended: null,
};

export function stateAfter(state: CopyState, record: CopyRecord): CopyState {
  switch (record.record) {
    case 'copy':
      return state;
    case 'creating':
      return { ...state, target: 'creating', ended: null };
    case 'not-created':
      return { ...state, target: 'planned', ended: null };
    case 'created':
      return { ...state, target: 'ready', accessPolicies: record.accessPolicies, ended: null };
    case 'reach':
      return { ...state, reached: { partitionKey: record.partitionKey, rowKey: record.rowKey }, ended: null };
    case 'settled': {
      const { stand: checkpoint, counts, failures = state.failures } = record;
      return { ...state, stand: checkpoint, counts, failures, ended: null };
    }
    case 'verdict':
      return { ...state, verdict: record.verdict, ended: null };
    case 'again':
      return { ...initialCopyState, target: 'ready', accessPolicies: state.accessPolicies, pass: 'again' };
    case 'confirmed':
      return { ...state, isConfirmed: true, ended: null };
    case 'ended':
      return { ...state, ended: record.view };
  }
}

/** The shortest journal that leads to the same state. */
export function recordsOf(head: CopyHead, state: CopyState): readonly CopyRecord[] {
  const { target, accessPolicies, reached, stand: checkpoint, counts, failures, pass } = state;
  return [
    head,
    ...(pass === 'again' ? [{ record: 'again' as const }] : []),
    ...(target === 'ready' ? [{ record: 'created' as const, accessPolicies }] : []),
    ...(reached === null ? [] : [{ record: 'reach' as const, ...reached }]),
    ...(checkpoint === null
      ? []
      : [{ record: 'settled' as const, stand: checkpoint, counts, failures: [...failures] }]),
  ];
}
