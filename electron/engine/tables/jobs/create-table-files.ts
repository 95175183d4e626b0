// Files into tables and tables into files: puts imports, exports and the list of their jobs together.
import type { AccountSource } from '../../azure/account';
import type { Clock, SourceResolver } from '../../ports';
import { type Exports, createExports } from '../export/create-exports';
import { type Imports, createImports } from '../import/create-imports';
import { type TableJobs, createTableJobs } from './table-jobs';

export interface TableFiles {
  readonly calls: Imports['calls'] & Exports['calls'] & TableJobs['calls'];
  readonly streams: Imports['streams'] & TableJobs['streams'];
  readonly imports: Imports;
  readonly exports: Exports;
  /** Other kinds of jobs on tables join here. */
  readonly jobs: TableJobs;
  /** Makes the jobs of earlier runs known. */
  recover(): Promise<void>;
  /** Interrupts what runs; it stays resumable. */
  dispose(): Promise<void>;
}

export interface TableFileDeps {
  readonly accounts: AccountSource;
  readonly sources: SourceResolver;
  readonly stateDir: string;
  readonly clock: Clock;
}

export function createTableFiles(deps: TableFileDeps): TableFiles {
  const jobs = createTableJobs(deps.clock);
  const imports = createImports({ ...deps, jobs });
  const exports = createExports({ ...deps, jobs });
  return {
    calls: { ...imports.calls, ...exports.calls, ...jobs.calls },
    streams: { ...imports.streams, ...jobs.streams },
    imports,
    exports,
    jobs,
    recover: async () => {
      await imports.recover();
      await exports.recover();
    },
    dispose: () => jobs.dispose(),
  };
}
