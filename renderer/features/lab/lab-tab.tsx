// The lab: published field studies as buttons, run against a connection of one's own.
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { subscribe, useCall } from '@renderer/bridge';
import { EmptyState, ErrorState, LoadingRows, classNames } from '@renderer/ui';
import { ExperimentForm, type LabConnection } from './experiment-form';
import { createLabStore } from './lab-store';
import { ResultView } from './result-view';
import styles from './lab-tab.module.css';

/** One lab a window: a run goes on while its tab is closed or behind another. */
const lab = createLabStore((input, onEvent, signal) =>
  subscribe('lab.run', input, onEvent, { signal, afterRestart: 'fail' }),
);

export interface LabTabProps {
  readonly connections: readonly LabConnection[];
}

export function LabTab({ connections }: LabTabProps) {
  const { data: experiments, error, reload } = useCall('lab.list', {});
  const { selectedId, values, run, runningId, results } = useStore(lab.store);
  const [chosenConnection, setChosenConnection] = useState<string | null>(null);

  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!experiments) return <LoadingRows label="Loading experiments" rows={6} columns={[24, 60]} />;
  const experiment = experiments.find((one) => one.id === selectedId) ?? experiments[0];
  if (!experiment) {
    return (
      <EmptyState icon={<FlaskConical size={24} strokeWidth={1.5} />} title="No experiments here yet">
        This build of the engine offers none.
      </EmptyState>
    );
  }

  const connectionId =
    connections.find((one) => one.id === chosenConnection)?.id ?? connections.find((one) => !one.readOnly)?.id ?? '';
  const isMine = runningId === null || runningId === experiment.id;
  const result = results[experiment.id];
  return (
    <div className={styles.tab}>
      <nav className={styles.list} aria-label="Experiments">
        <ul>
          {experiments.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                className={classNames(styles.item, one.id === experiment.id && styles.chosen)}
                aria-current={one.id === experiment.id ? 'true' : undefined}
                onClick={() => lab.select(one.id)}
              >
                {one.title}
                {one.id === runningId ? <span className={styles.muted}>running</span> : null}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.main}>
        <header className={styles.header}>
          <h2 className={styles.title}>{experiment.title}</h2>
          <p className={styles.purpose}>{experiment.purpose}</p>
        </header>
        <ExperimentForm
          experiment={experiment}
          values={values[experiment.id] ?? {}}
          connections={connections}
          connectionId={connectionId}
          run={isMine ? run : { kind: 'idle' }}
          isBusy={!isMine}
          onValue={(name, value) => lab.setValue(experiment.id, name, value)}
          onConnection={setChosenConnection}
          onRun={() => void lab.start(connectionId, experiment)}
          onCancel={() => lab.cancel()}
        />
        {result ? (
          <ResultView result={result} />
        ) : (
          <p className={styles.hint}>
            Run it to see how the values are spread. It creates test data of its own and removes it.
          </p>
        )}
      </div>
    </div>
  );
}
