// Restores many changes in several calls, newest first, so that progress is seen and a person can stop between them.
import { StowageError } from '@shared/errors';
import type { RestoreResult } from '@shared/model/edit-outcome';

export interface RestorePort {
  readonly restore: (ids: string[]) => Promise<RestoreResult>;
  readonly onProgress: (result: RestoreResult) => void;
  readonly signal: AbortSignal;
}

const idsACall = 25;

/**
 * Answers the error that ended it, if one did.
 * @param ids newest first: an older change of an entity can be restored only after the newer ones
 */
export async function runRestore(ids: readonly string[], port: RestorePort): Promise<StowageError | null> {
  let sum: RestoreResult = { restored: [], notRestored: [] };
  for (let from = 0; from < ids.length && !port.signal.aborted; from += idsACall) {
    try {
      const { restored, notRestored } = await port.restore(ids.slice(from, from + idsACall));
      sum = { restored: [...sum.restored, ...restored], notRestored: [...sum.notRestored, ...notRestored] };
    } catch (thrown) {
      return StowageError.from(thrown);
    }
    port.onProgress(sum);
  }
  return null;
}
