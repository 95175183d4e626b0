// The lab of one window: the current view, the inputs, the current run with its rows until now. Effects are parameters;
// a run is only stopped by its signal. It is loaded with the page, as experiments and drafts are not.
import { z } from 'zod';
import { type StoreApi, createStore } from 'zustand';
import { StowageError } from '@shared/errors';
import type { StreamEvent, StreamInput } from '@shared/ipc/contract';
import type { ParameterValues } from '@shared/lab/parameters';
import type { Cell, RunHead } from '@shared/lab/run';
import type { LabEvent } from '@shared/lab/lab-messages';
import type { TimetableChoice } from '@shared/lab/timed/timetable';
import type { Draft } from './drafts';

export type LabProgress = Extract<LabEvent, { kind: 'progress' }>;

export interface LabConnection {
  readonly id: string;
  readonly name: string;
  readonly readOnly: boolean;
}

export const labView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('experiment'), id: z.string() }),
  z.object({ kind: z.literal('runs') }),
  z.object({ kind: z.literal('run'), runId: z.string() }),
  z.object({ kind: z.literal('comparison'), runIds: z.array(z.string()).readonly() }),
]);
export type LabView = z.infer<typeof labView>;

/** The rows of a run that is not saved yet. */
export interface LiveRun {
  /** Empty until the engine has taken it. */
  readonly runId: string;
  readonly connectionId: string;
  readonly experimentId: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly progress: LabProgress | null;
}

export interface LabState {
  readonly view: LabView | null;
  readonly drafts: Readonly<Record<string, Draft>>;
  readonly live: LiveRun | null;
  /** Why the last run of an experiment brought nothing. */
  readonly failures: Readonly<Record<string, StowageError>>;
  /** The newest run of each experiment in this window. */
  readonly finished: Readonly<Record<string, RunHead>>;
  /** Counts changes of the saved runs, so that lists read them again. */
  readonly runsChanged: number;
}

export interface RunEffects {
  readonly start: (
    input: StreamInput<'lab.run'>,
    onEvent: (event: StreamEvent<'lab.run'>) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /** The run then ends, and saves what it has measured. */
  readonly cancel: (runId: string) => Promise<void>;
}

export interface RunChoice {
  readonly connectionId: string;
  readonly name: string;
  readonly node: string;
  readonly others?: string[];
  /** The token of a picked folder. */
  readonly folder?: string;
  readonly timetable?: TimetableChoice;
}

export interface LabStore {
  readonly store: StoreApi<LabState>;
  readonly show: (view: LabView) => void;
  readonly type: (experimentId: string, name: string, text: string) => void;
  /** Replaces everything that was typed. */
  readonly replaceDraft: (experimentId: string, draft: Draft) => void;
  readonly start: (experimentId: string, values: ParameterValues, choice: RunChoice) => Promise<void>;
  readonly cancel: () => void;
  readonly noteRunsChanged: () => void;
}

/** Calls `rested` with the connection of every run that comes to its end, until the returned function is called. */
export function watchRuns({ store }: LabStore, rested: (connectionId: string) => void): () => void {
  return store.subscribe(({ live }, before) => {
    if (live === null && before.live !== null) rested(before.live.connectionId);
  });
}

export function createLabStore(effects: RunEffects): LabStore {
  const store = createStore<LabState>(() => ({
    view: null,
    drafts: {},
    live: null,
    failures: {},
    finished: {},
    runsChanged: 0,
  }));
  let running: AbortController | null = null;

  const noteRunsChanged = (): void => store.setState(({ runsChanged }) => ({ runsChanged: runsChanged + 1 }));

  const receive = (request: Pick<LiveRun, 'connectionId' | 'experimentId'>, event: LabEvent): void => {
    const { experimentId } = request;
    switch (event.kind) {
      case 'started':
        store.setState({
          live: { ...request, runId: event.runId, columns: event.columns, rows: [], progress: null },
        });
        break;
      case 'progress':
        store.setState(({ live }) => ({
          live: live === null ? null : { ...live, progress: event, rows: [...live.rows, ...event.rows] },
        }));
        break;
      case 'ended':
        store.setState(({ finished }) => ({ finished: { ...finished, [experimentId]: event.head } }));
        noteRunsChanged();
        break;
    }
  };

  return {
    store,
    noteRunsChanged,
    show: (view) => store.setState({ view }),
    type: (experimentId, name, text) =>
      store.setState(({ drafts }) => ({
        drafts: { ...drafts, [experimentId]: { ...drafts[experimentId], [name]: text } },
      })),
    replaceDraft: (experimentId, draft) =>
      store.setState(({ drafts }) => ({ drafts: { ...drafts, [experimentId]: draft } })),
    start: async (experimentId, values, choice) => {
      if (running) return;
      const request = { connectionId: choice.connectionId, experimentId };
      const mine = new AbortController();
      running = mine;
      store.setState(({ failures }) => ({
        live: { ...request, runId: '', columns: [], rows: [], progress: null },
        failures: without(failures, experimentId),
      }));
      try {
        const input = { ...choice, experimentId, parameters: { ...values } };
        await effects.start(input, (event) => receive(request, event), mine.signal);
      } catch (thrown) {
        const error = StowageError.from(thrown);
        if (error.kind !== 'cancelled')
          store.setState(({ failures }) => ({ failures: { ...failures, [experimentId]: error } }));
      } finally {
        running = null;
        store.setState({ live: null });
      }
    },
    cancel: () => {
      const runId = store.getState().live?.runId ?? '';
      if (runId === '') running?.abort();
      else effects.cancel(runId).catch(() => running?.abort());
    },
  };
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}
