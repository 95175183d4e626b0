// Settings that the user adopted from runs, by connection: the initial values for transfers and imports of that
// connection.
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import { experimentOf } from '@shared/lab/definitions';
import { type RunRecord, samplesOf } from '@shared/lab/run';
import { type AppliedSettings, appliedSettings } from '@shared/lab/lab-messages';
import { t } from '@shared/strings/t';
import { openPersistedFile } from '../../disk/persisted-file';
import type { Clock } from '../ports';

export interface AppliedSettingsRoom {
  all(): Promise<readonly AppliedSettings[]>;
  /** The currently loaded settings, without waiting; empty until the file was read. */
  of(connectionId: string): AppliedSettings | null;
  /** @throws StowageError `invalid.input` when the run has no recommendation */
  apply(connectionId: string, run: RunRecord): Promise<AppliedSettings>;
  revert(connectionId: string): Promise<void>;
  dispose(): Promise<void>;
}

export function createAppliedSettings(ports: {
  readonly folder: string;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}): AppliedSettingsRoom {
  const file = openPersistedFile({
    path: join(ports.folder, 'applied.json'),
    entry: appliedSettings,
    maxBytes: 1024 * 1024,
    now: () => ports.clock.now(),
    log: ports.log,
  });
  let known: readonly AppliedSettings[] = [];
  const change = async (edit: (all: readonly AppliedSettings[]) => readonly AppliedSettings[]): Promise<void> => {
    known = await file.change(edit);
  };
  file.read().then(
    (all) => (known = all),
    (thrown: unknown) => ports.log(`Settings from the lab could not be read: ${StowageError.from(thrown).message}`),
  );
  return {
    all: async () => (known = await file.read()),
    of: (connectionId) => known.find((one) => one.connectionId === connectionId) ?? null,
    apply: async (connectionId, run) => {
      const { advice } = experimentOf(run.experimentId).analyse(samplesOf(run), run.parameters);
      if (advice === null) {
        throw new StowageError('invalid.input', 'The run gives no advice.', {
          context: {
            field: 'Run',
            problem: t`${run.name} does not recommend settings.`,
            fix: t`Choose a block or batch sweep.`,
          },
        });
      }
      // Recommendations of another run for other settings are preserved.
      const before = known.find((one) => one.connectionId === connectionId);
      const applied: AppliedSettings = {
        ...before,
        ...advice,
        connectionId,
        runId: run.id,
        runName: run.name,
        appliedAtMs: ports.clock.now(),
      };
      await change((all) => [...all.filter((one) => one.connectionId !== connectionId), applied]);
      return applied;
    },
    revert: (connectionId) => change((all) => all.filter((one) => one.connectionId !== connectionId)),
    dispose: () => file.settled(),
  };
}
