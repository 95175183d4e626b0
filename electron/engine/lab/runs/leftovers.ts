// What interrupted runs have left at their targets: how a person sees it, and its removal.
import type { LabLeftover } from '@shared/model/lab';
import { t } from '@shared/strings/t';
import type { AccountSource } from '../../azure/account';
import { cleanUp } from './clean-up';
import { type Leftover, findLeftovers, forgetLeftover } from './created-things';

export interface Leftovers {
  list(): Promise<LabLeftover[]>;
  /** Removes what can be reached; the rest stays listed, with the reason. */
  cleanUp(): Promise<LabLeftover[]>;
}

/** `created`: the folder with the lists of created resources. */
export function createLeftovers(created: string, accounts: AccountSource): Leftovers {
  /** Why something could not be removed, by run. */
  const problems = new Map<string, string>();

  const list = async (): Promise<LabLeftover[]> =>
    (await findLeftovers(created)).map((leftover) => described(leftover, problems.get(leftover.runId) ?? ''));

  return {
    list,
    cleanUp: async () => {
      for (const { runId, things } of await findLeftovers(created)) {
        const left = await cleanUp(things, accounts);
        if (left.length === 0) {
          await forgetLeftover(created, runId);
          problems.delete(runId);
        } else problems.set(runId, left[0]?.failure.message ?? '');
      }
      return list();
    },
  };
}

function described({ runId, things }: Leftover, problem: string): LabLeftover {
  const remote = things.flatMap((thing) => (thing.kind === 'folder' ? [] : [thing]));
  const words = things.map((thing) => (thing.kind === 'folder' ? t`local files` : `${thing.kind} ${thing.name}`));
  return { runId, connectionId: remote[0]?.connectionId ?? '', things: words, problem };
}
