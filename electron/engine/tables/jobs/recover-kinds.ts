// Makes the jobs of earlier runs known, of several kinds of work on tables.
import { StowageError } from '@shared/errors';
import type { TableJobs } from './table-jobs';

interface Kind {
  recover(): Promise<void>;
}

/** A kind whose jobs cannot be read keeps none of the others from theirs. Throws the first failure after all. */
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
