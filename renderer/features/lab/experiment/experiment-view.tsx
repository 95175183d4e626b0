// One experiment: presets and parameters, what a run would cost, the run with its charts as they grow, the last result.
import { SlidersHorizontal } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { OfferedExperiment } from '@shared/lab/experiment';
import { type ParameterValues, describeParameter } from '@shared/lab/parameters';
import { t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import { Button, ErrorNotice } from '@renderer/ui';
import { readDraft } from '../drafts';
import type { LabConnection, LabStore, LiveRun } from '../lab-store';
import { SavedResult } from '../result/saved-result';
import { ExperimentForm, type RunNames, commonNames } from './experiment-form';
import type { RunInputs } from './input-fields';
import styles from './experiment-view.module.css';
import { choiceOf } from './timetable-fields';
import { RunLine } from './run-line';
import { experimentOf } from '@shared/lab/definitions';
import { samplesOf } from '@shared/lab/run';
import { counted } from '@shared/strings/counted';
import parts from '../lab-parts.module.css';
import { ResultView } from '../result/result-view';
import resultViewStyles from '../result/result-view.module.css';
import { adviceText } from '@shared/lab/run-text';
import runsViewStyles from '../runs/runs-view.module.css';

export interface ExperimentViewProps {
  readonly lab: LabStore;
  readonly experiment: OfferedExperiment;
  readonly connections: readonly LabConnection[];
}

export function ExperimentView({ lab, experiment, connections }: ExperimentViewProps) {
  const { drafts, live, failures, finished } = useStore(lab.store);
  const [chosen, setChosen] = useState<string | null>(null);
  const [names, setNames] = useState<RunNames>({ name: '', node: '' });
  const [inputs, setInputs] = useState<RunInputs>({ others: [], folder: null, timetable: null });
  const connection = connections.find((one) => one.id === chosen) ?? connections.find((one) => !one.readOnly);
  const draft = drafts[experiment.id] ?? {};
  const { values } = readDraft(experiment, draft);
  const isMine = live?.experimentId === experiment.id;
  const wantsFolder = values?.input === 'folder';
  const isFolderMissing = wantsFolder && inputs.folder === null;
  // A connection that has become the first one, or read-only, is not measured again.
  const others = inputs.others.filter((id) =>
    connections.some((one) => one.id === id && one !== connection && !one.readOnly),
  );
  const timetable = inputs.timetable === null ? null : choiceOf(inputs.timetable);
  const isTimetableInvalid = inputs.timetable !== null && timetable === null;
  const given = {
    ...(timetable === null ? {} : { timetable }),
    ...(others.length > 0 ? { others } : {}),
    ...(wantsFolder && inputs.folder !== null ? { folder: inputs.folder.token } : {}),
  };
  const prompt =
    connection && values && !isFolderMissing && !isTimetableInvalid
      ? { connectionId: connection.id, experimentId: experiment.id, parameters: { ...values }, ...given }
      : null;
  const dryRun = useCall('lab.dry-run', prompt);
  const last = finished[experiment.id];
  const failure = failures[experiment.id];
  // Once there is a result, it has the room of the form.
  const [wantsForm, setIsFormOpen] = useState(last === undefined);
  const isFormOpen = wantsForm || (last === undefined && !isMine);
  const hint = hintOf(connection, {
    hasProblems: values === null || isTimetableInvalid,
    isFolderMissing,
    isRejected: (dryRun.data?.disabledReasons.length ?? 0) > 0,
  });
  return (
    <>
      <header className={styles.header}>
        <h2 className={styles.title}>{experiment.title}</h2>
        <p className={styles.purpose}>{experiment.purpose}</p>
        <p className={styles.muted}>{t`Method: ${experiment.study}.`}</p>
      </header>
      {isMine || !isFormOpen ? (
        <div className={styles.setting}>
          <p className={styles.muted}>{settingText(experiment, values)}</p>
          {isMine ? null : (
            <Button size="small" icon={<SlidersHorizontal size={13} aria-hidden />} onPress={() => setIsFormOpen(true)}>
              {t`Change setting`}
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
          dryRun={{ plan: dryRun.data, error: dryRun.error, of: prompt === null ? 'no-values' : 'values' }}
          inputs={inputs}
          onInputs={setInputs}
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
          void lab.start(experiment.id, values, { connectionId: connection.id, ...names, ...given });
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
        <p className={styles.placeholder}>{t`Charts and tables appear here during the run and are saved with it.`}</p>
      )}
    </>
  );
}

/** Replaces the form during a measurement: the charts need its room. */
function settingText(experiment: OfferedExperiment, values: ParameterValues | null): string {
  if (values === null) return '';
  return experiment.parameters
    .filter(({ name }) => !commonNames.includes(name) && name !== 'lineChanges')
    .map((info) => `${info.title}: ${describeParameter(info, values[info.name] ?? info.defaultValue)}`)
    .join('; ');
}

function hintOf(
  connection: LabConnection | undefined,
  given: { readonly hasProblems: boolean; readonly isFolderMissing: boolean; readonly isRejected: boolean },
): string {
  if (connection === undefined) return t`No connection allows writing.`;
  if (connection.readOnly) return t`${connection.name} is read-only; experiments write test data.`;
  if (given.hasProblems) return t`A field is invalid.`;
  if (given.isFolderMissing) return t`No folder is chosen.`;
  return given.isRejected ? t`It exceeds its limits.` : '';
}

/** The result of a run while it is measured: the same charts as at the end, from the rows until now. */
function LiveResult({ live }: { readonly live: LiveRun }) {
  const { experimentId, columns, rows } = live;
  const result = useMemo(
    () => experimentOf(experimentId).analyse(samplesOf({ columns: [...columns], rows: rows.map((row) => [...row]) })),
    [experimentId, columns, rows],
  );
  return (
    <section className={resultViewStyles.section} aria-label={t`Results so far`}>
      <div className={parts.head}>
        <h3 className={parts.title}>{t`So far`}</h3>
        <span className={parts.muted}>{counted(rows.length, 'measurement')}</span>
      </div>
      {rows.length > 0 ? <ResultView result={result} /> : <p className={parts.muted}>{t`Nothing measured yet.`}</p>}
    </section>
  );
}

interface AppliedNoticeProps {
  readonly lab: LabStore;
  readonly connectionId: string;
  readonly connectionName: string;
}

/** Settings that a connection has adopted from a run, and how to return to the defaults. */
function AppliedNotice({ lab, connectionId, connectionName }: AppliedNoticeProps) {
  const changes = useStore(lab.store, (state) => state.runsChanged);
  return <Notice key={changes} lab={lab} connectionId={connectionId} connectionName={connectionName} />;
}

function Notice({ lab, connectionId, connectionName }: AppliedNoticeProps) {
  const { data } = useCall('lab.applied', {});
  const applied = data?.find((one) => one.connectionId === connectionId);
  if (!applied) return null;
  const revert = async (): Promise<void> => {
    await call('lab.revert', { connectionId });
    lab.noteRunsChanged();
  };
  return (
    <div className={runsViewStyles.notice} role="status">
      <span>
        {applied.runName === ''
          ? t`${connectionName} uses ${adviceText(applied)}.`
          : t`${connectionName} uses ${adviceText(applied)}, as recommended by ${applied.runName}.`}
      </span>
      <Button size="small" onPress={() => void revert()}>{t`Back to automatic`}</Button>
    </div>
  );
}
