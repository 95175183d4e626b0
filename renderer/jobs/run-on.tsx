// Where a job runs: on this computer, or on the workers of a hub that the user has saved. What differs there is said beside
// the choice; without a hub there is none.
import { useState } from 'react';
import type { CallInput } from '@shared/ipc/contract';
import type { HubSummary } from '@shared/model/hub';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { useHubs } from '@renderer/live/hubs';
import { Select, showToast } from '@renderer/ui';
import styles from './run-on.module.css';

const here = 'here';

export interface RunOn {
  /** Hubs that jobs can be sent to. */
  readonly hubs: readonly HubSummary[];
  /** Null for this computer. */
  readonly hub: HubSummary | null;
  readonly choose: (hubId: string) => void;
}

export function useRunOn(): RunOn {
  const hubs = useHubs().filter(({ role }) => role === 'worker');
  const [chosen, choose] = useState(here);
  return { hubs, hub: hubs.find(({ id }) => id === chosen) ?? null, choose };
}

export interface RunOnChoiceProps {
  readonly runOn: RunOn;
  /** What is special about this job on a hub. */
  readonly terms: string;
  /** Why it cannot run on a hub; null where it can. */
  readonly disabledReason?: string | null;
}

export function RunOnChoice({ runOn: { hubs, hub, choose }, terms, disabledReason = null }: RunOnChoiceProps) {
  if (hubs.length === 0) return null;
  return (
    <div className={styles.choice}>
      <Select
        label={t`Run on`}
        value={disabledReason === null ? (hub?.id ?? here) : here}
        isDisabled={disabledReason !== null}
        onChange={choose}
        options={[
          { value: here, label: t`This computer` },
          ...hubs.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {disabledReason !== null ? (
        <p className={styles.terms}>{disabledReason}</p>
      ) : hub === null ? null : (
        <p className={styles.terms}>{`${terms} ${t`Each worker needs a connection of its own to the accounts.`}`}</p>
      )}
    </div>
  );
}

/** Of everything that reads or writes files. */
export const sharedPathTerms = (): string =>
  t`The path must be on a file system that every worker has at the same place.`;

/** Rejects with a StowageError when the hub did not take it. */
export async function startOnHub(hub: HubSummary, order: CallInput<'hubs.start'>['order']): Promise<void> {
  await call('hubs.start', { hubId: hub.id, order });
  showToast({ tone: 'information', title: t`The job runs on ${hub.name}`, text: t`Its page shows the progress.` });
}
