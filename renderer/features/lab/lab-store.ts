// The experiment that is chosen, its parameters, the run under way and the last result of each. Effects come in
// as a parameter; a run is stopped by its signal only.
import { type StoreApi, createStore } from 'zustand';
import { StowageError } from '@shared/errors';
import type { StreamEvent, StreamInput } from '@shared/ipc/contract';
import type { ExperimentEvent, ExperimentInfo } from '@shared/model/lab';

export type ExperimentResult = Extract<ExperimentEvent, { kind: 'result' }>;
export type ExperimentProgress = Extract<ExperimentEvent, { kind: 'progress' }>;

export type RunState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly progress: ExperimentProgress | null }
  | { readonly kind: 'failed'; readonly error: StowageError };

export interface LabState {
  readonly selectedId: string | null;
  /** By experiment, then by parameter; absent ones have their default. */
  readonly values: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly run: RunState;
  readonly runningId: string | null;
  readonly results: Readonly<Record<string, ExperimentResult>>;
}

export type RunExperiment = (
  input: StreamInput<'lab.run'>,
  onEvent: (event: StreamEvent<'lab.run'>) => void,
  signal: AbortSignal,
) => Promise<void>;

export interface LabStore {
  readonly store: StoreApi<LabState>;
  select(id: string): void;
  setValue(experimentId: string, name: string, value: number): void;
  start(connectionId: string, experiment: ExperimentInfo): Promise<void>;
  cancel(): void;
}

export function createLabStore(runExperiment: RunExperiment): LabStore {
  const store = createStore<LabState>(() => ({
    selectedId: null,
    values: {},
    run: { kind: 'idle' },
    runningId: null,
    results: {},
  }));
  let running: AbortController | null = null;

  const receive = (id: string, event: ExperimentEvent): void => {
    if (event.kind === 'progress') store.setState({ run: { kind: 'running', progress: event } });
    else store.setState(({ results }) => ({ results: { ...results, [id]: event } }));
  };

  return {
    store,
    select(id) {
      store.setState({ selectedId: id });
    },
    setValue(experimentId, name, value) {
      store.setState(({ values }) => ({
        values: { ...values, [experimentId]: { ...values[experimentId], [name]: value } },
      }));
    },
    async start(connectionId, experiment) {
      if (running) return;
      const mine = new AbortController();
      running = mine;
      store.setState({ run: { kind: 'running', progress: null }, runningId: experiment.id });
      try {
        await runExperiment(
          {
            connectionId,
            experimentId: experiment.id,
            parameters: parametersOf(experiment, store.getState().values[experiment.id] ?? {}),
          },
          (event) => receive(experiment.id, event),
          mine.signal,
        );
        store.setState({ run: { kind: 'idle' } });
      } catch (thrown) {
        const error = StowageError.from(thrown);
        store.setState({ run: error.kind === 'cancelled' ? { kind: 'idle' } : { kind: 'failed', error } });
      } finally {
        running = null;
        store.setState({ runningId: null });
      }
    },
    cancel() {
      running?.abort();
    },
  };
}

/** Every parameter of the experiment, within its bounds. */
export function parametersOf(
  experiment: ExperimentInfo,
  values: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    experiment.parameters.map(({ name, defaultValue, min, max }) => {
      const value = values[name];
      const chosen = value === undefined || !Number.isFinite(value) ? defaultValue : value;
      return [name, Math.min(max, Math.max(min, chosen))];
    }),
  );
}
