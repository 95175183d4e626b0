// The lab: published field studies to run against the user's connections, and the saved runs.
import { FlaskConical, History } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { experiments as allExperiments, asOffered } from '@shared/lab/definitions';
import type { OfferedExperiment } from '@shared/lab/experiment';
import { t } from '@shared/strings/t';
import { useCall } from '@renderer/bridge';
import { type ViewAction, useViewActions } from '@renderer/pane/view-actions';
import { EmptyState, ErrorState, LoadingRows, classNames } from '@renderer/ui';
import { ExperimentView } from './experiment/experiment-view';
import type { LabConnection, LabView } from './lab-store';
import { SavedResult } from './result/saved-result';
import { ComparisonView } from './runs/comparison-view';
import { RunsView } from './runs/runs-view';
import { TimedRuns } from './runs/timed-runs';
import styles from './lab-tab.module.css';
import { lab } from './window-lab';

export interface LabTabProps {
  readonly connections: readonly LabConnection[];
}

/** The engine's texts are English; they are translated here to the language of the window. */
function inOwnTerms(offered: OfferedExperiment): OfferedExperiment {
  const known = allExperiments.find(({ id }) => id === offered.id);
  return known === undefined ? offered : asOffered(known);
}

/** Each has a separate scroll position. */
function keyOfView(view: LabView): string {
  switch (view.kind) {
    case 'experiment':
      return `experiment:${view.id}`;
    case 'run':
      return `run:${view.runId}`;
    default:
      return view.kind;
  }
}

const nothing = (): void => undefined;

export function LabTab({ connections }: LabTabProps) {
  const { data: offered, error, reload } = useCall('lab.list', {});
  const experiments = useMemo(() => offered?.map(inOwnTerms), [offered]);
  const { view: requested, live } = useStore(lab.store);
  useViewActions(() => {
    const of = t`Lab`;
    const open = (one: OfferedExperiment): ViewAction => ({
      id: one.id,
      label: one.title,
      of,
      onAction: () => lab.show({ kind: 'experiment', id: one.id }),
    });
    return [
      {
        id: 'experiment',
        label: t`Open an experiment…`,
        of,
        choices: (experiments ?? []).map(open),
        onAction: nothing,
      },
      { id: 'runs', label: t`Saved runs`, of, icon: <History size={14} />, onAction: () => lab.show({ kind: 'runs' }) },
    ];
  });
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!experiments) return <LoadingRows label={t`Loading experiments`} rows={6} columns={[24, 60]} />;
  const first = experiments[0];
  if (!first) {
    return (
      <EmptyState icon={<FlaskConical size={24} strokeWidth={1.5} />} title={t`No experiments available`}>
        {t`This build of the engine includes none.`}
      </EmptyState>
    );
  }
  const view: LabView = requested ?? { kind: 'experiment', id: first.id };
  const experiment = view.kind === 'experiment' ? (experiments.find((one) => one.id === view.id) ?? first) : null;
  return (
    <div className={styles.tab}>
      <nav className={styles.list} data-kept-scroll="list" aria-label={t`Lab`}>
        <h3 className={styles.group}>{t`Experiments`}</h3>
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
                {one.id === live?.experimentId ? (
                  <span className={styles.running} role="img" aria-label={t`running`} title={t`running`} />
                ) : null}
              </button>
            </li>
          ))}
        </ul>
        <h3 className={styles.group}>{t`Results`}</h3>
        <button
          type="button"
          className={classNames(styles.item, experiment === null && styles.chosen)}
          aria-current={experiment === null ? 'true' : undefined}
          onClick={() => lab.show({ kind: 'runs' })}
        >
          {t`Saved runs`}
          <History size={14} aria-hidden />
        </button>
      </nav>
      <div className={styles.main} data-kept-scroll={keyOfView(view)}>
        <TimedRuns lab={lab} />
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
