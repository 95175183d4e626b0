// The state of a copy according to the records of its journal.
import type { EntityKeys } from '@shared/model/edit';
import type { CopyVerdict } from '@shared/model/table-copy';
import type { FailureGroup, TableJob } from '@shared/model/table-job';
import { type CopyCounts, type CopyHead, type CopyRecord, noRows } from './copy-records';
import type { CopyStand } from './copy-run';

export interface CopyStanding {
  /** `creating`: it is unknown whether the table was created. */
  readonly target: 'planned' | 'creating' | 'ready';
  readonly accessPolicies: number | null;
  readonly reached: EntityKeys | null;
  readonly stand: CopyStand | null;
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

export const newStanding: CopyStanding = {
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

export function standingAfter(standing: CopyStanding, record: CopyRecord): CopyStanding {
  switch (record.record) {
    case 'copy':
      return standing;
    case 'creating':
      return { ...standing, target: 'creating', ended: null };
    case 'not-created':
      return { ...standing, target: 'planned', ended: null };
    case 'created':
      return { ...standing, target: 'ready', accessPolicies: record.accessPolicies, ended: null };
    case 'reach':
      return { ...standing, reached: { partitionKey: record.partitionKey, rowKey: record.rowKey }, ended: null };
    case 'settled': {
      const { stand, counts, failures = standing.failures } = record;
      return { ...standing, stand, counts, failures, ended: null };
    }
    case 'verdict':
      return { ...standing, verdict: record.verdict, ended: null };
    case 'again':
      return { ...newStanding, target: 'ready', accessPolicies: standing.accessPolicies, pass: 'again' };
    case 'confirmed':
      return { ...standing, isConfirmed: true, ended: null };
    case 'ended':
      return { ...standing, ended: record.view };
  }
}

/** The shortest journal that leads to the same state. */
export function recordsOf(head: CopyHead, standing: CopyStanding): readonly CopyRecord[] {
  const { target, accessPolicies, reached, stand, counts, failures, pass } = standing;
  return [
    head,
    ...(pass === 'again' ? [{ record: 'again' as const }] : []),
    ...(target === 'ready' ? [{ record: 'created' as const, accessPolicies }] : []),
    ...(reached === null ? [] : [{ record: 'reach' as const, ...reached }]),
    ...(stand === null ? [] : [{ record: 'settled' as const, stand, counts, failures: [...failures] }]),
  ];
}
