// Composes imports, exports and bulk changes.
import type { AccountSource } from '../azure/account';
import type { Clock, SourceResolver, StartingPoints } from '../ports';
import { type BulkChanges, createBulkChanges } from './bulk/create-bulk';
import { type Exports, createExports } from './export/create-exports';
import { type Imports, createImports } from './import/create-imports';
import { JobRegistry } from '../jobs/registry';
import { recoverInTurn } from '../jobs/recover-in-turn';

export interface TableFiles {
  readonly calls: Imports['calls'] & Exports['calls'] & BulkChanges['calls'];
  readonly streams: Imports['streams'] & BulkChanges['streams'];
  readonly imports: Imports;
  readonly exports: Exports;
  readonly jobs: JobRegistry;
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
  /** Its own if absent. */
  readonly jobs?: JobRegistry;
}

export function createTableFiles(deps: TableFileDeps): TableFiles {
  const jobs = deps.jobs ?? new JobRegistry(deps.clock);
  const imports = createImports({ ...deps, jobs });
  const exports = createExports({ ...deps, jobs });
  const bulk = createBulkChanges({ ...deps, jobs });
  return {
    calls: { ...imports.calls, ...exports.calls, ...bulk.calls },
    streams: { ...imports.streams, ...bulk.streams },
    imports,
    exports,
    jobs,
    recover: () => recoverInTurn([imports, exports, bulk]),
    dispose: async () => {
      await jobs.dispose();
      await imports.dispose();
    },
  };
}
