// What an experiment asks: its parameters within their bounds, the connection to run on, run and cancel.
import { FlaskConical, Square } from 'lucide-react';
import type { ExperimentInfo } from '@shared/model/lab';
import { Button, ErrorNotice, NumberField, ProgressBar, Select } from '@renderer/ui';
import type { RunState } from './lab-store';
import styles from './lab-tab.module.css';

export interface LabConnection {
  readonly id: string;
  readonly name: string;
  readonly readOnly: boolean;
}

export interface ExperimentFormProps {
  readonly experiment: ExperimentInfo;
  readonly values: Readonly<Record<string, number>>;
  readonly connections: readonly LabConnection[];
  readonly connectionId: string;
  readonly run: RunState;
  /** Another experiment is running. */
  readonly isBusy: boolean;
  readonly onValue: (name: string, value: number) => void;
  readonly onConnection: (id: string) => void;
  readonly onRun: () => void;
  readonly onCancel: () => void;
}

export function ExperimentForm(props: ExperimentFormProps) {
  const { experiment, values, connections, connectionId, run, isBusy, onValue, onConnection, onRun, onCancel } = props;
  const connection = connections.find((one) => one.id === connectionId);
  const isRunning = run.kind === 'running';
  return (
    <div className={styles.form}>
      <div className={styles.fields}>
        <Select
          label="Run on"
          options={connections.map(({ id, name, readOnly }) => ({
            value: id,
            label: name,
            isDisabled: readOnly,
            ...(readOnly ? { description: 'read-only' } : {}),
          }))}
          value={connectionId}
          onChange={onConnection}
          isDisabled={isRunning}
        />
        {experiment.parameters.map((parameter) => (
          <NumberField
            key={parameter.name}
            label={parameter.title}
            unit={parameter.unit}
            min={parameter.min}
            max={parameter.max}
            value={values[parameter.name] ?? parameter.defaultValue}
            onChange={(value) => onValue(parameter.name, value)}
            isDisabled={isRunning}
            description={`${parameter.min.toLocaleString('en-US')} to ${parameter.max.toLocaleString('en-US')}`}
          />
        ))}
      </div>
      <div className={styles.runLine}>
        {isRunning ? (
          <Button icon={<Square size={13} />} onPress={onCancel}>
            Cancel
          </Button>
        ) : (
          <Button
            variant="primary"
            icon={<FlaskConical size={14} />}
            isDisabled={isBusy || !connection || connection.readOnly}
            onPress={onRun}
          >
            Run
          </Button>
        )}
        {isRunning ? <RunProgress run={run} title={experiment.title} /> : null}
        {!isRunning && isBusy ? <span className={styles.muted}>Another experiment is running.</span> : null}
        {!isRunning && connection?.readOnly ? (
          <span className={styles.muted}>{connection.name} is read-only; an experiment writes its own test data.</span>
        ) : null}
      </div>
      {run.kind === 'failed' ? <ErrorNotice error={run.error} /> : null}
    </div>
  );
}

function RunProgress({ run, title }: { readonly run: Extract<RunState, { kind: 'running' }>; readonly title: string }) {
  const { progress } = run;
  const fraction = progress && progress.total > 0 ? progress.done / progress.total : null;
  const words = progress ? `${progress.step} · ${progress.done} of ${progress.total}` : 'preparing';
  return (
    <div className={styles.progress}>
      <ProgressBar label={`Progress of ${title}`} fraction={fraction} valueText={words} />
      <span className={styles.muted}>{words}</span>
    </div>
  );
}
