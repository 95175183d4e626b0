// Copies, renamings and comparisons of tables, put together: their calls, their streams, their jobs of earlier runs.
import type { AccountSource } from '../../azure/account';
import type { Clock, SourceResolver } from '../../ports';
import { type Diffs, createDiffs } from '../diff/create-diffs';
import type { ApplyPorts } from '../edit/apply';
import type { TableJobs } from '../jobs/table-jobs';
import { type Copies, createCopies } from './create-copies';

export interface TableCopies {
  readonly calls: Copies['calls'] & Diffs['calls'];
  readonly streams: Copies['streams'] & Diffs['streams'];
  readonly copies: Copies;
  readonly diffs: Diffs;
  /** Makes the jobs of earlier runs known. */
  recover(): Promise<void>;
  /** Removes the files of comparisons. Running jobs are ended with the list of jobs. */
  dispose(): Promise<void>;
}

export interface TableCopyDeps {
  readonly accounts: AccountSource;
  readonly sources: SourceResolver;
  readonly stateDir: string;
  readonly clock: Clock;
  readonly jobs: TableJobs;
  /** Where changes are noted down so that they can be undone. */
  readonly ports: ApplyPorts;
}

export function createTableCopies(deps: TableCopyDeps): TableCopies {
  const copies = createCopies(deps);
  const diffs = createDiffs(deps);
  return {
    calls: { ...copies.calls, ...diffs.calls },
    streams: { ...copies.streams, ...diffs.streams },
    copies,
    diffs,
    recover: async () => {
      await copies.recover();
      await diffs.recover();
    },
    dispose: () => diffs.dispose(),
  };
}
