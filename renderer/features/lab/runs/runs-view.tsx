// The saved runs: open one, select several to compare or merge, import those of other machines.
import { FileInput, GitCompare, Layers, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { RunHead } from '@shared/lab/run';
import { plural, t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import {
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorNotice,
  ErrorState,
  IconButton,
  LoadingRows,
  showFailure,
  showToast,
  useAction,
} from '@renderer/ui';
import parts from '../lab-parts.module.css';
import type { LabStore } from '../lab-store';
import { RenameDialog } from './rename-dialog';
import { RunsTable } from './runs-table';
import styles from './runs-view.module.css';

export function RunsView({ lab }: { readonly lab: LabStore }) {
  const changes = useStore(lab.store, (state) => state.runsChanged);
  return <RunList key={changes} lab={lab} />;
}

function RunList({ lab }: { readonly lab: LabStore }) {
  const { data: runs, error, reload } = useCall('lab.runs', {});
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [renaming, setRenaming] = useState<RunHead | null>(null);
  const [deleting, setDeleting] = useState<readonly RunHead[]>([]);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!runs) return <LoadingRows label={t`Loading runs`} rows={6} columns={[30, 20, 20]} />;
  const selected = chosen.flatMap((id) => runs.find((run) => run.id === id) ?? []);
  const isOneKind = new Set(selected.map((run) => run.experimentId)).size === 1;
  return (
    <>
      <RunActions lab={lab} selected={selected} isOneKind={isOneKind} onDelete={() => setDeleting(selected)} />
      <p className={parts.muted}>
        {selected.length === 0
          ? t`Select two or more runs of one experiment to compare them, or to merge runs of several machines.`
          : isOneKind
            ? t`${selected.length} selected. The others are compared with the earliest.`
            : t`The selected runs are of different experiments.`}
      </p>
      <Leftovers lab={lab} />
      {runs.length === 0 ? (
        <EmptyState icon={<Layers size={24} strokeWidth={1.5} />} title={t`No runs yet`}>
          {t`Run an experiment; its results are saved here.`}
        </EmptyState>
      ) : (
        <RunsTable
          runs={runs}
          chosen={chosen}
          onChoose={setChosen}
          onOpen={({ id }) => lab.show({ kind: 'run', runId: id })}
          onRename={setRenaming}
        />
      )}
      {renaming ? (
        <RenameDialog
          run={renaming}
          onClose={() => setRenaming(null)}
          onRenamed={() => {
            setRenaming(null);
            lab.noteRunsChanged();
          }}
        />
      ) : null}
      <ConfirmDialog
        title={deleting.length === 1 ? t`Delete ${deleting[0]?.name ?? ''}` : t`Delete ${deleting.length} runs`}
        isOpen={deleting.length > 0}
        onClose={() => setDeleting([])}
        confirmLabel={deleting.length === 1 ? t`Delete run` : t`Delete ${deleting.length} runs`}
        tone="danger"
        onConfirm={async () => {
          for (const run of deleting) await call('lab.delete-run', { runId: run.id });
          lab.noteRunsChanged();
        }}
      >
        {t`Their measurements are deleted from this computer. This cannot be undone.`}
      </ConfirmDialog>
    </>
  );
}

interface RunActionsProps {
  readonly lab: LabStore;
  readonly selected: readonly RunHead[];
  /** Whether the selected runs are of one experiment. */
  readonly isOneKind: boolean;
  readonly onDelete: () => void;
}

function RunActions({ lab, selected, isOneKind, onDelete }: RunActionsProps) {
  const bringIn = async (): Promise<void> => {
    await attempt(async () => {
      const sources = await call('lab.pick-run-files', {});
      if (sources.length === 0) return;
      const taken = await call('lab.import-runs', { sources: [...sources] });
      showToast({
        title: plural(taken.length)`One run was imported | ${taken.length} runs were imported`,
        tone: 'good',
      });
      lab.noteRunsChanged();
    });
  };
  const merge = async (): Promise<void> => {
    await attempt(async () => {
      const head = await call('lab.merge-runs', {
        runIds: selected.map(({ id }) => id),
        name: t`${selected.length} nodes, ${selected[0]?.name ?? ''}`.slice(0, 120),
      });
      lab.noteRunsChanged();
      lab.show({ kind: 'run', runId: head.id });
    });
  };
  const areComparable = selected.length >= 2 && isOneKind;
  return (
    <div className={parts.head}>
      <h2 className={parts.title}>{t`Saved runs`}</h2>
      <div className={parts.verbs}>
        <Button
          icon={<GitCompare size={14} />}
          isDisabled={!areComparable}
          // What came of a change is read from the run before it, in whatever order the two were chosen.
          onPress={() =>
            lab.show({
              kind: 'comparison',
              runIds: [...selected].sort((a, b) => a.startedAtMs - b.startedAtMs).map(({ id }) => id),
            })
          }
        >
          {t`Compare`}
        </Button>
        <Button icon={<Layers size={14} />} isDisabled={!areComparable} onPress={() => void merge()}>
          {t`Merge nodes`}
        </Button>
        <Button icon={<FileInput size={14} />} onPress={() => void bringIn()}>{t`Open run.json`}</Button>
        <IconButton
          label={t`Delete selected runs`}
          icon={<Trash2 size={15} />}
          isDisabled={selected.length === 0}
          onPress={onDelete}
        />
      </div>
    </div>
  );
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    showFailure(thrown);
  }
}

/** What interrupted runs have left at a connection that could not be reached yet. */
function Leftovers({ lab }: { readonly lab: LabStore }) {
  const { data } = useCall('lab.leftovers', {});
  const { isRunning, error, run } = useAction(() => lab.noteRunsChanged());
  if (!data || data.length === 0) return null;
  const clean = (): Promise<void> => run(() => call('lab.clean-up', {}));
  return (
    <div className={styles.notice} role="status">
      <span>
        {t`Test data left by interrupted runs: ${data.flatMap(({ things }) => things).join(', ')}.`}
        {data.find(({ problem }) => problem !== '')?.problem ?? ''}
      </span>
      <Button size="small" isPending={isRunning} onPress={() => void clean()}>{t`Remove`}</Button>
      {error ? <ErrorNotice error={error} /> : null}
    </div>
  );
}
