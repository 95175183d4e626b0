// The current runs: each is started with the user's choices, saved when it ends, and can be cancelled by its caller, by
// its id, or with the lab.
import { hostname } from 'node:os';
import { invalidInput } from '@shared/errors';
import { experimentOf } from '@shared/lab/definitions';
import type { Experiment } from '@shared/lab/experiment';
import { t } from '@shared/strings/t';
import { type ParameterValues, checkParameters } from '@shared/lab/parameters';
import type { RunRecord } from '@shared/lab/run';
import type { LabEvent, LabRunRequest } from '@shared/lab/lab-messages';
import { type LocatedFile, filesIn } from '../bench/local-files';
import { type RunOrder, type RunPorts, type RunTarget, runExperiment } from './run-experiment';
import { type RunStore, headOf } from './run-store';

export interface LabRunsPorts extends RunPorts {
  /** The user's name for the connection. */
  readonly nameOf: (connectionId: string) => Promise<string>;
}

/** As a window requests it, with the folder that its token stands for. */
export interface LabRunOrder extends LabRunRequest {
  readonly ownFolder?: string | undefined;
}

export interface LabRuns {
  /** Runs and saves it. */
  run(request: LabRunOrder, signal: AbortSignal, push: (event: LabEvent) => void): Promise<RunRecord>;
  /** Runs without saving it. */
  measure(request: LabRunOrder, signal: AbortSignal, push: (event: LabEvent) => void): Promise<RunRecord>;
  /** Does nothing if there is no such current run. */
  cancel(runId: string): void;
  /** Cancels all of them; resolves when they have ended. */
  end(): Promise<void>;
}

export function createLabRuns(ports: LabRunsPorts, store: Pick<RunStore, 'save'>): LabRuns {
  const { accounts, clock, random } = ports;
  const active = new Set<Promise<unknown>>();
  const abort = new AbortController();
  const stops = new Map<string, AbortController>();

  const measure: LabRuns['measure'] = async (request, signal, push) => {
    const experiment = experimentOf(request.experimentId);
    const values = checkParameters(experiment.parameters, request.parameters);
    const connectionIds = connectionsOf(experiment, request);
    const targets: RunTarget[] = [];
    for (const connectionId of connectionIds) {
      targets.push({ account: await accounts.openForWriting(connectionId), name: await ports.nameOf(connectionId) });
    }
    const ownFiles = await ownFilesOf(experiment, values, request.ownFolder);
    const id = newRunId(clock.now(), random);
    const stop = new AbortController();
    stops.set(id, stop);
    try {
      return await runExperiment(
        {
          id,
          name: nameOfRun(request, clock.now()),
          node: request.node.trim() || hostname(),
          remarks: remarksOf(request),
          targets,
          ownFiles,
          experiment,
          values,
          push,
          signal: AbortSignal.any([signal, abort.signal, stop.signal]),
        },
        ports,
      );
    } finally {
      stops.delete(id);
    }
  };

  const run: LabRuns['run'] = async (request, signal, push) => {
    const record = await measure(request, signal, push);
    await store.save(record);
    push({ kind: 'ended', head: headOf(record) });
    return record;
  };

  const untilEnd = (how: LabRuns['run']): LabRuns['run'] => {
    return (request, signal, push) => {
      const running = how(request, signal, push);
      const settled = running.then(
        () => undefined,
        () => undefined,
      );
      active.add(settled);
      void settled.then(() => active.delete(settled));
      return running;
    };
  };

  return {
    run: untilEnd(run),
    measure: untilEnd(measure),
    cancel: (runId) => stops.get(runId)?.abort(),
    end: async () => {
      abort.abort();
      await Promise.all(active);
    },
  };
}

/**
 * The connection and the others, each once.
 * @throws StowageError `invalid.input` for more than the experiment can use
 */
export function connectionsOf(
  { title, maxTargets = 1 }: Experiment,
  { connectionId, others = [] }: Pick<LabRunRequest, 'connectionId' | 'others'>,
): readonly string[] {
  const ids = [...new Set([connectionId, ...others])];
  if (ids.length <= maxTargets) return ids;
  throw invalidInput('Connections', t`${title} uses at most ${maxTargets}.`, t`Choose fewer connections.`);
}

/** @throws StowageError `invalid.input` if the files of a folder are to be moved and there is none, or the opposite */
export async function ownFilesOf(
  { title, takesFolder = false }: Experiment,
  values: ParameterValues,
  folder: string | undefined,
): Promise<readonly LocatedFile[]> {
  const isWanted = takesFolder && values.input === 'folder';
  if (folder !== undefined && !isWanted)
    throw invalidInput('Folder', t`${title} moves random bytes.`, t`Choose a folder as the input of a transfer study.`);
  if (!isWanted) return [];
  if (folder === undefined) throw invalidInput('Folder', t`none was chosen.`, t`Choose the folder with the files.`);
  return filesIn(folder);
}

/** Without those that are empty. */
function remarksOf({ objectives = '', notes = '' }: LabRunRequest): RunOrder['remarks'] {
  return {
    ...(objectives.trim() === '' ? {} : { objectives: objectives.trim() }),
    ...(notes.trim() === '' ? {} : { notes: notes.trim() }),
  };
}

/** Sorts by time; ids of two machines that start at the same time differ. */
export function newRunId(nowMs: number, random: () => number): string {
  const time = new Date(nowMs)
    .toISOString()
    .replace(/[^0-9]/g, '')
    .slice(0, 14);
  return `${time}-${Math.floor(random() * 36 ** 5)
    .toString(36)
    .padStart(5, '0')}`;
}

/** As the user named it, or after experiment and time. */
export function nameOfRun({ name, experimentId }: Pick<LabRunRequest, 'name' | 'experimentId'>, nowMs: number): string {
  return name.trim() || `${experimentOf(experimentId).title}, ${timeName(nowMs)}`;
}

/** With seconds, because two short runs in the same minute are compared by their names. */
const timeName = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 19).replace('T', ' ');
