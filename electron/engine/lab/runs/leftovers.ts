// The leftovers of interrupted runs at their targets: how they are shown to the user, and their removal.
import type { LabLeftover } from '@shared/lab/lab-messages';
import { t } from '@shared/strings/t';
import { type CleanUpPorts, cleanUp } from './clean-up';
import { type Leftover, findLeftovers, forgetLeftover } from './created-things';

export interface Leftovers {
  list(): Promise<LabLeftover[]>;
  /** Removes reachable leftovers, until `signal` aborts; the others stay listed, with the reason. */
  cleanUp(signal: AbortSignal): Promise<LabLeftover[]>;
}

/** `created`: the folder with the lists of created resources. */
export function createLeftovers(created: string, { accounts, clock }: Omit<CleanUpPorts, 'signal'>): Leftovers {
  /** Why something could not be removed, by run. */
  const problems = new Map<string, string>();

  const list = async (): Promise<LabLeftover[]> =>
    (await findLeftovers(created)).map((leftover) => described(leftover, problems.get(leftover.runId) ?? ''));

  return {
    list,
    cleanUp: async (signal) => {
      const tidy = async ({ runId, things }: Leftover): Promise<void> => {
        const left = await cleanUp(things, { accounts, clock, signal });
        if (left.length === 0) {
          await forgetLeftover(created, runId);
          problems.delete(runId);
        } else problems.set(runId, left[0]?.failure.message ?? '');
      };
      // Concurrently: none waits for the server of another.
      await Promise.all((await findLeftovers(created)).map(tidy));
      return list();
    },
  };
}

function described({ runId, things }: Leftover, problem: string): LabLeftover {
  const remote = things.flatMap((thing) => (thing.kind === 'folder' ? [] : [thing]));
  const labels = things.map((thing) => (thing.kind === 'folder' ? t`local files` : `${thing.kind} ${thing.name}`));
  return { runId, connectionId: remote[0]?.connectionId ?? '', things: labels, problem };
}
