// The settings of an experiment: presets, parameters, the network, the limits, and the total cost.
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { OfferedExperiment } from '@shared/lab/experiment';
import { t } from '@shared/strings/t';
import { Button, Select, TextField } from '@renderer/ui';
import { InputFields, type RunInputs } from './input-fields';
import { draftOf, draftText, presetOf, readDraft } from '../drafts';
import type { LabConnection, LabStore } from '../lab-store';
import { DryRunCard, type DryRunCardProps } from './dry-run-card';
import styles from './experiment-view.module.css';
import { LineFields } from './line-fields';
import { ParameterField } from './parameter-field';

export const commonNames = ['repetitions', 'seed', 'maxRequests', 'maxMebibytes', 'maxMinutes'];
const lineNames = ['line', 'lineChanges'];

/** How a run and this machine are called; empty for their own names. */
export interface RunNames {
  readonly name: string;
  readonly node: string;
}

export interface ExperimentFormProps {
  readonly lab: LabStore;
  readonly experiment: OfferedExperiment;
  readonly connections: readonly LabConnection[];
  readonly connection: LabConnection | undefined;
  readonly onConnection: (id: string) => void;
  readonly names: RunNames;
  readonly onNames: (names: RunNames) => void;
  readonly inputs: RunInputs;
  readonly onInputs: (inputs: RunInputs) => void;
  readonly dryRun: DryRunCardProps;
}

export function ExperimentForm(props: ExperimentFormProps) {
  const { lab, experiment, connections, connection, names, onNames, dryRun } = props;
  const { drafts } = useStore(lab.store);
  const [isMore, setMore] = useState(false);
  const draft = drafts[experiment.id] ?? {};
  const { problems } = readDraft(experiment, draft);
  const field = (parameterName: string) => {
    const parameter = experiment.parameters.find((one) => one.name === parameterName);
    return parameter === undefined ? null : (
      <ParameterField
        key={parameter.name}
        parameter={parameter}
        text={draftText(experiment, draft, parameter.name)}
        problem={problems[parameter.name]}
        onChange={(text) => lab.type(experiment.id, parameter.name, text)}
      />
    );
  };
  const line = experiment.parameters.find((one) => one.name === 'line');
  const own = experiment.parameters
    .map((one) => one.name)
    .filter((one) => !commonNames.includes(one) && !lineNames.includes(one));
  return (
    <>
      <div className={styles.presets} role="group" aria-label={t`Presets`}>
        {experiment.presets.map((preset) => (
          <Button
            key={preset.id}
            size="small"
            aria-pressed={presetOf(experiment, draft) === preset.id}
            onPress={() => lab.replaceDraft(experiment.id, draftOf(experiment, preset.values))}
          >
            {preset.title}
          </Button>
        ))}
      </div>
      <div className={styles.fields}>
        <Select
          label={t`Run on`}
          description={
            connection?.readOnly
              ? t`Read-only: experiments write test data.`
              : t`Test data is written to this connection.`
          }
          options={connections.map(({ id, name: label, readOnly }) => ({
            value: id,
            label,
            isDisabled: readOnly,
            ...(readOnly ? { description: t`read-only` } : {}),
          }))}
          value={connection?.id ?? ''}
          onChange={props.onConnection}
        />
        {own.map(field)}
        {field('repetitions')}
      </div>
      <InputFields
        experiment={experiment}
        others={connections.filter(({ id, readOnly }) => id !== connection?.id && !readOnly)}
        wantsFolder={experiment.takesFolder === true && draftText(experiment, draft, 'input') === 'folder'}
        inputs={props.inputs}
        onInputs={props.onInputs}
      />
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
        <Button
          variant="quiet"
          size="small"
          className={styles.disclosure ?? ''}
          icon={isMore ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
          aria-expanded={isMore}
          onPress={() => setMore(!isMore)}
        >
          {isMore ? t`Hide name, seed and limits` : t`Name, seed and limits`}
        </Button>
      </div>
      {isMore ? (
        <div className={styles.fields}>
          <TextField
            label={t`Run name`}
            placeholder={t`experiment and time`}
            value={names.name}
            onChange={(name) => onNames({ ...names, name })}
          />
          <TextField
            label={t`Machine name`}
            placeholder={t`host name`}
            description={t`Distinguishes machines when runs are merged.`}
            value={names.node}
            onChange={(node) => onNames({ ...names, node })}
          />
          {commonNames.filter((one) => one !== 'repetitions').map(field)}
        </div>
      ) : null}
      <DryRunCard {...dryRun} />
    </>
  );
}
