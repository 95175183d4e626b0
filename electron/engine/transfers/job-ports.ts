// What a job is given to run with.
import type { Account } from '../azure/account';
import type { Clock } from '../ports';
import type { ItemResult } from './api';
import type { JobJournal } from './job-journal';
import type { JobStanding } from './job-standing';
import type { MemoryBudget } from './memory-budget';
import type { Pool } from './pool';
import type { TargetClaims } from './target-claims';

export interface JobPorts {
  readonly clock: Clock;
  readonly pool: Pool;
  readonly memory: MemoryBudget;
  readonly claims: TargetClaims;
  readonly openAccount: () => Promise<Account>;
  /** The account that the job copies from; null for every other job. */
  readonly openSource: (() => Promise<Account>) | null;
  readonly journal: JobJournal;
  readonly standing: JobStanding;
  readonly onItem: (item: ItemResult) => void;
  /** What the queue shows of the job has changed. */
  readonly onChange: () => void;
}
