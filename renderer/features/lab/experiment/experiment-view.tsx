// One experiment: presets and parameters, what a run would cost, the run with its charts as they grow, the last result.
import { useState } from 'react';
import { useStore } from 'zustand';
import type { ExperimentInfo } from '@shared/lab/experiment';
import { type ParameterValues, describeParameter } from '@shared/lab/parameters';
import { useCall } from '@renderer/bridge';
import { Button, ErrorNotice, Select, TextField } from '@renderer/ui';
import { draftText, presetOf, readDraft } from '../drafts';
import type { LabConnection, LabStore } from '../lab-store';
import { LiveResult } from '../result/live-result';
import { SavedResult } from '../result/saved-result';
import { AppliedNotice } from '../runs/applied-notice';
import { DryRunCard } from './dry-run-card';
import styles from './experiment-view.module.css';
import { LineFields } from './line-fields';
import { ParameterField } from './parameter-field';
import { RunLine } from './run-line';

const commonNames = ['repetitions', 'seed', 'maxRequests', 'maxMebibytes', 'maxMinutes'];
const lineNames = ['line', 'lineChanges'];

export interface ExperimentViewProps {
  readonly lab: LabStore;
  readonly experiment: ExperimentInfo;
  readonly connections: readonly LabConnection[];
}

export function ExperimentView({ lab, experiment, connections }: ExperimentViewProps) {
  const { drafts, live, failures, finished } = useStore(lab.store);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isMore, setMore] = useState(false);
  const [name, setName] = useState('');
  const [node, setNode] = useState('');
  const connection = connections.find((one) => one.id === chosen) ?? connections.find((one) => !one.readOnly);
  const draft = drafts[experiment.id] ?? {};
  const { values, problems } = readDraft(experiment, draft);
  const isMine = live?.experimentId === experiment.id;
  const ask =
    connection && values
      ? { connectionId: connection.id, experimentId: experiment.id, parameters: { ...values } }
      : null;
  const dryRun = useCall('lab.dry-run', ask);
  const last = finished[experiment.id];
  const failure = failures[experiment.id];
  const field = (parameterName: string) => {
    const info = experiment.parameters.find((one) => one.name === parameterName);
    return info === undefined ? null : (
      <ParameterField
        key={info.name}
        info={info}
        text={draftText(experiment, draft, info.name)}
        problem={problems[info.name]}
        onChange={(text) => lab.type(experiment.id, info.name, text)}
      />
    );
  };
  const line = experiment.parameters.find((one) => one.name === 'line');
  const own = experiment.parameters
    .map((one) => one.name)
    .filter((one) => !commonNames.includes(one) && !lineNames.includes(one));
  const hint = hintOf(connection, {
    hasProblems: values === null,
    isRefused: (dryRun.data?.refusals.length ?? 0) > 0,
  });
  return (
    <>
      <header className={styles.header}>
        <h2 className={styles.title}>{experiment.title}</h2>
        <p className={styles.purpose}>{experiment.purpose}</p>
        <p className={styles.muted}>Method of: {experiment.study}.</p>
      </header>
      {isMine ? (
        <p className={styles.muted}>{settingWords(experiment, values)}</p>
      ) : (
        <>
          <div className={styles.presets} role="group" aria-label="Presets">
            {experiment.presets.map((preset) => (
              <Button
                key={preset.id}
                size="small"
                variant={presetOf(experiment, draft) === preset.id ? 'primary' : 'secondary'}
                aria-pressed={presetOf(experiment, draft) === preset.id}
                onPress={() => lab.usePreset(experiment, preset.values)}
              >
                {preset.title}
              </Button>
            ))}
          </div>
          <div className={styles.fields}>
            <Select
              label="Run on"
              description={
                connection?.readOnly
                  ? 'Read-only: an experiment writes its own test data.'
                  : 'Test data is written here.'
              }
              options={connections.map(({ id, name: label, readOnly }) => ({
                value: id,
                label,
                isDisabled: readOnly,
                ...(readOnly ? { description: 'read-only' } : {}),
              }))}
              value={connection?.id ?? ''}
              onChange={setChosen}
            />
            {own.map(field)}
            {field('repetitions')}
          </div>
          {line?.kind === 'choice' ? (
            <LineFields
              presetId={draftText(experiment, draft, 'line')}
              options={line.options}
              changes={draftText(experiment, draft, 'lineChanges')}
              problem={problems.lineChanges}
              onPreset={(id) => lab.type(experiment.id, 'line', id)}
              onChanges={(text) => lab.type(experiment.id, 'lineChanges', text)}
            />
          ) : null}
          <div>
            <Button variant="quiet" size="small" aria-expanded={isMore} onPress={() => setMore(!isMore)}>
              {isMore ? 'Hide name, seed and caps' : 'Name, seed and caps'}
            </Button>
          </div>
          {isMore ? (
            <div className={styles.fields}>
              <TextField label="Name of the run" placeholder="experiment and time" value={name} onChange={setName} />
              <TextField
                label="Name of this machine"
                placeholder="its own"
                description="Tells machines apart when runs are merged."
                value={node}
                onChange={setNode}
              />
              {commonNames.filter((one) => one !== 'repetitions').map(field)}
            </div>
          ) : null}
          <DryRunCard plan={dryRun.data} error={dryRun.error} />
        </>
      )}
      <RunLine
        title={experiment.title}
        state={isMine ? 'running' : live ? 'other-running' : hint === '' ? 'ready' : 'not-ready'}
        progress={isMine ? live.progress : null}
        hint={hint}
        onRun={() => {
          if (values && connection) void lab.start(experiment.id, values, { connectionId: connection.id, name, node });
        }}
        onCancel={lab.cancel}
      />
      {failure ? <ErrorNotice error={failure} /> : null}
      {connection ? <AppliedNotice lab={lab} connectionId={connection.id} connectionName={connection.name} /> : null}
      {isMine ? (
        <LiveResult live={live} />
      ) : last ? (
        <SavedResult lab={lab} runId={last.id} connections={connections} heading="Last run" />
      ) : (
        <p className={styles.placeholder}>Charts and tables appear here while it runs, and stay with its saved run.</p>
      )}
    </>
  );
}

/** What is measured, in place of the form: the charts need its room. */
function settingWords(experiment: ExperimentInfo, values: ParameterValues | null): string {
  if (values === null) return '';
  return experiment.parameters
    .filter(({ name }) => !commonNames.includes(name) && name !== 'lineChanges')
    .map((info) => `${info.title}: ${describeParameter(info, values[info.name] ?? info.defaultValue)}`)
    .join('; ');
}

function hintOf(
  connection: LabConnection | undefined,
  { hasProblems, isRefused }: { readonly hasProblems: boolean; readonly isRefused: boolean },
): string {
  if (connection === undefined) return 'There is no connection that may be written to.';
  if (connection.readOnly) return `${connection.name} is read-only; an experiment writes its own test data.`;
  if (hasProblems) return 'A field needs another value.';
  return isRefused ? 'It is beyond its caps.' : '';
}
