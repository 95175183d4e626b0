// Composes copying, renaming and comparing tables: their calls, their streams, and their jobs from earlier runs.
import { type DiffDeps, type Diffs, createDiffs } from '../diff/create-diffs';
import { recoverKinds } from '../jobs/recover-kinds';
import { type Copies, type CopyDeps, createCopies } from './create-copies';

export interface TableCopies {
  readonly calls: Copies['calls'] & Diffs['calls'];
  readonly streams: Copies['streams'] & Diffs['streams'];
  readonly copies: Copies;
  readonly diffs: Diffs;
  /** Lists the jobs of earlier runs. */
  recover(): Promise<void>;
  /** Removes the files of comparisons. Running jobs are interrupted by the list of jobs. */
  dispose(): Promise<void>;
}

export function createTableCopies(deps: CopyDeps & DiffDeps): TableCopies {
  const copies = createCopies(deps);
  const diffs = createDiffs(deps);
  return {
    calls: { ...copies.calls, ...diffs.calls },
    streams: { ...copies.streams, ...diffs.streams },
    copies,
    diffs,
    recover: () => recoverKinds([copies, diffs], deps.jobs),
    dispose: () => diffs.dispose(),
  };
}
