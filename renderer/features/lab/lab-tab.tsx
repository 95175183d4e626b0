// The lab: published field studies as buttons, run against a connection of one's own, and the runs that were saved.
import { FlaskConical, History } from 'lucide-react';
import { useStore } from 'zustand';
import { useCall } from '@renderer/bridge';
import { EmptyState, ErrorState, LoadingRows, classNames } from '@renderer/ui';
import { ExperimentView } from './experiment/experiment-view';
import type { LabConnection, LabView } from './lab-store';
import { SavedResult } from './result/saved-result';
import { ComparisonView } from './runs/comparison-view';
import { RunsView } from './runs/runs-view';
import styles from './lab-tab.module.css';
import { lab } from './window-lab';

export interface LabTabProps {
  readonly connections: readonly LabConnection[];
}

export function LabTab({ connections }: LabTabProps) {
  const { data: experiments, error, reload } = useCall('lab.list', {});
  const { view: asked, live } = useStore(lab.store);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!experiments) return <LoadingRows label="Loading experiments" rows={6} columns={[24, 60]} />;
  const first = experiments[0];
  if (!first) {
    return (
      <EmptyState icon={<FlaskConical size={24} strokeWidth={1.5} />} title="No experiments here yet">
        This build of the engine offers none.
      </EmptyState>
    );
  }
  const view: LabView = asked ?? { kind: 'experiment', id: first.id };
  const experiment = view.kind === 'experiment' ? (experiments.find((one) => one.id === view.id) ?? first) : null;
  return (
    <div className={styles.tab}>
      <nav className={styles.list} aria-label="Lab">
        <h3 className={styles.group}>Experiments</h3>
        <ul>
          {experiments.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                className={classNames(styles.item, one === experiment && styles.chosen)}
                aria-current={one === experiment ? 'true' : undefined}
                onClick={() => lab.show({ kind: 'experiment', id: one.id })}
              >
                {one.title}
                {one.id === live?.experimentId ? <span className={styles.muted}>running</span> : null}
              </button>
            </li>
          ))}
        </ul>
        <h3 className={styles.group}>Results</h3>
        <button
          type="button"
          className={classNames(styles.item, experiment === null && styles.chosen)}
          aria-current={experiment === null ? 'true' : undefined}
          onClick={() => lab.show({ kind: 'runs' })}
        >
          Saved runs
          <History size={14} aria-hidden />
        </button>
      </nav>
      <div className={styles.main}>
        {experiment ? (
          <ExperimentView key={experiment.id} lab={lab} experiment={experiment} connections={connections} />
        ) : null}
        {view.kind === 'runs' ? <RunsView lab={lab} /> : null}
        {view.kind === 'run' ? (
          <SavedResult key={view.runId} lab={lab} runId={view.runId} connections={connections} />
        ) : null}
        {view.kind === 'comparison' ? <ComparisonView key={view.runIds.join()} runIds={view.runIds} /> : null}
      </div>
    </div>
  );
}
