// Recovers the jobs of several kinds one after another.
import { StowageError } from '@shared/errors';

/** A kind whose jobs cannot be read does not prevent recovering the others. Throws the first failure at the end. */
export async function recoverInTurn(kinds: readonly { recover(): Promise<void> }[]): Promise<void> {
  const failures: StowageError[] = [];
  for (const kind of kinds) {
    await kind.recover().catch((thrown: unknown) => void failures.push(StowageError.from(thrown)));
  }
  const [first] = failures;
  if (first !== undefined) throw first;
}
