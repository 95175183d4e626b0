// Composes imports, exports and bulk changes, and the list of their jobs.
import type { AccountSource } from '../azure/account';
import type { Clock, SourceResolver, StartingPoints } from '../ports';
import { type BulkChanges, createBulkChanges } from './bulk/create-bulk';
import { type Exports, createExports } from './export/create-exports';
import { type Imports, createImports } from './import/create-imports';
import { recoverKinds } from './jobs/recover-kinds';
import { type TableJobs, createTableJobs } from './jobs/table-jobs';

export interface TableFiles {
  readonly calls: Imports['calls'] & Exports['calls'] & BulkChanges['calls'] & TableJobs['calls'];
  readonly streams: Imports['streams'] & BulkChanges['streams'] & TableJobs['streams'];
  readonly imports: Imports;
  readonly exports: Exports;
  /** Other kinds of jobs on tables join here. */
  readonly jobs: TableJobs;
  /** Loads the jobs of earlier runs. */
  recover(): Promise<void>;
  /** Interrupts the running jobs; they remain resumable. */
  dispose(): Promise<void>;
}

export interface TableFileDeps {
  readonly accounts: AccountSource;
  readonly sources: SourceResolver;
  readonly stateDir: string;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Absolute; of the built program that reads files to be imported. */
  readonly importWorkerPath: string;
  readonly startingPoints?: StartingPoints;
}

export function createTableFiles(deps: TableFileDeps): TableFiles {
  const jobs = createTableJobs(deps.clock, deps.log);
  const imports = createImports({ ...deps, jobs });
  const exports = createExports({ ...deps, jobs });
  const bulk = createBulkChanges({ ...deps, jobs });
  return {
    calls: { ...imports.calls, ...exports.calls, ...bulk.calls, ...jobs.calls },
    streams: { ...imports.streams, ...bulk.streams, ...jobs.streams },
    imports,
    exports,
    jobs,
    recover: () => recoverKinds([imports, exports, bulk], jobs),
    dispose: async () => {
      await jobs.dispose();
      await imports.dispose();
    },
  };
}
