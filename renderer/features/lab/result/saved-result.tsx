// A saved run: its settings, its results, and the actions on it.
import { Check } from 'lucide-react';
import { useMemo } from 'react';
import type { RunRecord } from '@shared/lab/run';
import { resultOf } from '@shared/lab/run-result';
import { adviceText, runFacts } from '@shared/lab/run-text';
import { t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import { Button, ErrorState, LoadingRows, MenuButton, showFailure, showToast } from '@renderer/ui';
import type { LabConnection, LabStore } from '../lab-store';
import parts from '../lab-parts.module.css';
import { ExportMenu } from './export-menu';
import { ResultView } from './result-view';
import styles from './result-view.module.css';

export interface SavedResultProps {
  readonly lab: LabStore;
  readonly runId: string;
  readonly connections: readonly LabConnection[];
  /** Before the run's own name. */
  readonly heading?: string;
}

export function SavedResult({ lab, runId, connections, heading }: SavedResultProps) {
  const { data: run, error, reload } = useCall('lab.read-run', { runId });
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!run) return <LoadingRows label={t`Loading run`} rows={5} columns={[30, 50]} />;
  return <LoadedRun lab={lab} run={run} connections={connections} {...(heading === undefined ? {} : { heading })} />;
}

interface LoadedRunProps extends Omit<SavedResultProps, 'runId'> {
  readonly run: RunRecord;
}

function LoadedRun({ lab, run, connections, heading }: LoadedRunProps) {
  const result = useMemo(() => resultOf(run), [run]);
  const { advice } = result;
  return (
    <section className={styles.section} aria-label={run.name}>
      <div className={parts.head}>
        <h3 className={parts.title}>{heading === undefined ? run.name : `${heading}: ${run.name}`}</h3>
        <div className={parts.verbs}>
          {advice ? (
            <MenuButton
              label={t`Use these settings`}
              entries={connections.map(({ id, name }) => ({
                id,
                label: t`For ${name}`,
                description: adviceText(advice),
                onAction: () => void apply(lab, run, { id, name }),
              }))}
            >
              <Button icon={<Check size={14} />}>{t`Use these settings`}</Button>
            </MenuButton>
          ) : null}
          <ExportMenu run={run} />
        </div>
      </div>
      <ResultView result={result} />
      <div className={styles.facts}>
        {runFacts(run).map((line) => (
          <p key={line} className={parts.muted}>
            {line}
          </p>
        ))}
      </div>
    </section>
  );
}

async function apply(
  lab: LabStore,
  run: RunRecord,
  connection: { readonly id: string; readonly name: string },
): Promise<void> {
  try {
    await call('lab.apply', { runId: run.id, connectionId: connection.id });
    lab.noteRunsChanged();
    showToast({ title: t`${connection.name} uses the settings of ${run.name}`, tone: 'good' });
  } catch (thrown) {
    showFailure(thrown, t`The settings could not be saved`);
  }
}
