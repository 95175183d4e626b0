// Settings that the user adopted from runs, by connection: the initial values for transfers and imports of that
// connection.
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import type { RunRecord } from '@shared/lab/run';
import { resultOf } from '@shared/lab/run-result';
import { type AppliedSettings, appliedSettings } from '@shared/lab/lab-messages';
import { type BlockSizeRow, orderedRows } from '@shared/model/block-sizes';
import { t } from '@shared/strings/t';
import { openPersistedFile } from '../../disk/persisted-file';
import type { Clock } from '../ports';

export interface AppliedSettingsRoom {
  all(): Promise<readonly AppliedSettings[]>;
  /** The currently loaded settings, without waiting; empty until the file was read. */
  of(connectionId: string): AppliedSettings | null;
  /** @throws StowageError `invalid.input` when the run has no recommendation */
  apply(connectionId: string, run: RunRecord): Promise<AppliedSettings>;
  /** Block sizes that the user entered; with none they are automatic again, and other settings stay. */
  setBlockSizes(connectionId: string, rows: readonly BlockSizeRow[]): Promise<void>;
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
      const { advice } = resultOf(run);
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
      const { sizes, ...settings } = advice;
      const movesBlocks = advice.blockBytes !== undefined || advice.uploadConcurrency !== undefined;
      const applied: AppliedSettings = {
        ...(movesBlocks && before !== undefined ? withoutSizes(before) : before),
        ...settings,
        ...(sizes === undefined ? {} : { sizes: [...sizes] }),
        connectionId,
        runId: run.id,
        runName: run.name,
        appliedAtMs: ports.clock.now(),
      };
      await change((all) => [...all.filter((one) => one.connectionId !== connectionId), applied]);
      return applied;
    },
    setBlockSizes: (connectionId, rows) =>
      change((all) => {
        const sizes = orderedRows(rows);
        const before = all.find((one) => one.connectionId === connectionId);
        const others = all.filter((one) => one !== before);
        const unchanged = before === undefined ? undefined : withoutSizes(before);
        if (sizes.length === 0) {
          const { batchSize, batchConcurrency } = unchanged ?? {};
          return unchanged === undefined || (batchSize ?? batchConcurrency) === undefined
            ? others
            : [...others, unchanged];
        }
        const now = { connectionId, runId: '', runName: '', ...unchanged, appliedAtMs: ports.clock.now() };
        return [...others, { ...now, sizes: [...sizes], isEdited: true }];
      }),
    revert: (connectionId) => change((all) => all.filter((one) => one.connectionId !== connectionId)),
    dispose: () => file.settled(),
  };
}

/** Nothing about the blocks of files; what was taken from a run for imports stays. */
function withoutSizes({ sizes: _1, isEdited: _2, blockBytes: _3, uploadConcurrency: _4, ...rest }: AppliedSettings) {
  return rest;
}
