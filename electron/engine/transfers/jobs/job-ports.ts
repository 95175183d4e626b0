// What a job needs to run.
import type { Account } from '../../azure/account';
import type { Clock } from '../../ports';
import type { ItemResult } from '../api';
import type { JobJournal } from '../records/job-journal';
import type { JobState } from '../records/job-state';
import type { TuningStart } from '../pace/job-tuning';
import type { LearnedStart } from '../pace/tuning-inputs';
import type { MemoryBudget } from '../pace/memory-budget';
import type { MovedFile } from '../records/moved-files';
import type { JobStatistics } from '../progress/job-statistics';
import type { Pool } from '../threads/pool';
import type { JobCap } from '../pace/timetable';
import type { TargetClaims } from '../files/file-context';
import type { Findings } from '../verify/verify-report';

export interface JobPorts {
  readonly clock: Clock;
  /** How many files are planned ahead of those that move. */
  readonly filesAhead: number;
  readonly pool: Pool;
  readonly memory: MemoryBudget;
  readonly claims: TargetClaims;
  readonly cap: JobCap;
  readonly openAccount: () => Promise<Account>;
  /** The account that the job copies from; null unless it copies. */
  readonly openSource: (() => Promise<Account>) | null;
  /** The files that an earlier job has moved. */
  readonly movedBy: (jobId: string) => AsyncIterable<readonly MovedFile[]>;
  /** What an earlier check has found. @throws StowageError `not-found.job` */
  readonly findingsOf: (jobId: string) => Findings;
  readonly journal: JobJournal;
  readonly state: JobState;
  /** Requests of the run before that were reported only after it had been recorded. */
  readonly unrecorded: JobStatistics;
  /** Where adaptive tuning begins; null for the default. */
  readonly start: TuningStart | null;
  /** What earlier jobs of the connection found best. */
  readonly learned: LearnedStart;
  /** Whether a person resumed it after a refusal without changing key or SAS. */
  readonly insists: 'yes' | 'no';
  readonly onItem: (item: ItemResult) => void;
  /** What the queue shows of the job has changed. */
  readonly onChange: () => void;
}
