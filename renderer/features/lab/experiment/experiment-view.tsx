// One experiment: presets and parameters, what a run would cost, the run with its charts as they grow, the last result.
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { OfferedExperiment } from '@shared/lab/experiment';
import { type ParameterValues, describeParameter } from '@shared/lab/parameters';
import { t } from '@shared/strings/t';
import { useCall } from '@renderer/bridge';
import { Button, ErrorNotice } from '@renderer/ui';
import { readDraft } from '../drafts';
import type { LabConnection, LabStore } from '../lab-store';
import { LiveResult } from '../result/live-result';
import { SavedResult } from '../result/saved-result';
import { AppliedNotice } from '../runs/applied-notice';
import { ExperimentForm, type RunNames, commonNames } from './experiment-form';
import styles from './experiment-view.module.css';
import { RunLine } from './run-line';

export interface ExperimentViewProps {
  readonly lab: LabStore;
  readonly experiment: OfferedExperiment;
  readonly connections: readonly LabConnection[];
}

export function ExperimentView({ lab, experiment, connections }: ExperimentViewProps) {
  const { drafts, live, failures, finished } = useStore(lab.store);
  const [chosen, setChosen] = useState<string | null>(null);
  const [names, setNames] = useState<RunNames>({ name: '', node: '' });
  const connection = connections.find((one) => one.id === chosen) ?? connections.find((one) => !one.readOnly);
  const draft = drafts[experiment.id] ?? {};
  const { values } = readDraft(experiment, draft);
  const isMine = live?.experimentId === experiment.id;
  const prompt =
    connection && values
      ? { connectionId: connection.id, experimentId: experiment.id, parameters: { ...values } }
      : null;
  const dryRun = useCall('lab.dry-run', prompt);
  const last = finished[experiment.id];
  const failure = failures[experiment.id];
  // Once there is a result, it has the room of the form.
  const [wantsForm, setIsFormOpen] = useState(last === undefined);
  const isFormOpen = wantsForm || (last === undefined && !isMine);
  const hint = hintOf(connection, {
    hasProblems: values === null,
    isRejected: (dryRun.data?.disabledReasons.length ?? 0) > 0,
  });
  return (
    <>
      <header className={styles.header}>
        <h2 className={styles.title}>{experiment.title}</h2>
        <p className={styles.purpose}>{experiment.purpose}</p>
        <p className={styles.muted}>{t`Method of: ${experiment.study}.`}</p>
      </header>
      {isMine || !isFormOpen ? (
        <div className={styles.setting}>
          <p className={styles.muted}>{settingText(experiment, values)}</p>
          {isMine ? null : (
            <Button size="small" icon={<SlidersHorizontal size={13} aria-hidden />} onPress={() => setIsFormOpen(true)}>
              {t`Change the setting`}
            </Button>
          )}
        </div>
      ) : (
        <ExperimentForm
          lab={lab}
          experiment={experiment}
          connections={connections}
          connection={connection}
          names={names}
          dryRun={{ plan: dryRun.data, error: dryRun.error, of: values === null ? 'no-values' : 'values' }}
          onConnection={setChosen}
          onNames={setNames}
        />
      )}
      <RunLine
        title={experiment.title}
        state={isMine ? 'running' : live ? 'other-running' : hint === '' ? 'ready' : 'not-ready'}
        progress={isMine ? live.progress : null}
        hint={hint}
        onRun={() => {
          if (!values || !connection) return;
          setIsFormOpen(false);
          void lab.start(experiment.id, values, { connectionId: connection.id, ...names });
        }}
        onCancel={lab.cancel}
      />
      {failure ? <ErrorNotice error={failure} /> : null}
      {connection ? <AppliedNotice lab={lab} connectionId={connection.id} connectionName={connection.name} /> : null}
      {isMine ? (
        <LiveResult live={live} />
      ) : last ? (
        <SavedResult lab={lab} runId={last.id} connections={connections} heading={t`Last run`} />
      ) : (
        <p className={styles.placeholder}>
          {t`Charts and tables appear here while it runs, and stay with its saved run.`}
        </p>
      )}
    </>
  );
}

/** What is measured, in place of the form: the charts need its room. */
function settingText(experiment: OfferedExperiment, values: ParameterValues | null): string {
  if (values === null) return '';
  return experiment.parameters
    .filter(({ name }) => !commonNames.includes(name) && name !== 'lineChanges')
    .map((info) => `${info.title}: ${describeParameter(info, values[info.name] ?? info.defaultValue)}`)
    .join('; ');
}

function hintOf(
  connection: LabConnection | undefined,
  { hasProblems, isRejected }: { readonly hasProblems: boolean; readonly isRejected: boolean },
): string {
  if (connection === undefined) return t`There is no connection that may be written to.`;
  if (connection.readOnly) return t`${connection.name} is read-only; an experiment writes its own test data.`;
  if (hasProblems) return t`A field needs another value.`;
  return isRejected ? t`It exceeds its caps.` : '';
}
