// Loads the jobs of earlier runs, of several kinds of work on tables.
import { StowageError } from '@shared/errors';
import type { TableJobs } from './table-jobs';

interface Kind {
  recover(): Promise<void>;
}

/** A kind whose jobs cannot be read does not prevent loading the others. Throws the first failure at the end. */
export async function recoverKinds(kinds: readonly Kind[], jobs: Pick<TableJobs, 'reportUnreadable'>): Promise<void> {
  const failures: StowageError[] = [];
  for (const kind of kinds) {
    await kind.recover().catch((thrown: unknown) => {
      const error = StowageError.from(thrown);
      failures.push(error);
      jobs.reportUnreadable(error);
    });
  }
  const [first] = failures;
  if (first !== undefined) throw first;
}
