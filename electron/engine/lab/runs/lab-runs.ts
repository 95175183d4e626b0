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

  const run: LabRuns['run'] = async (request, signal, push) => {
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
      const record = await runExperiment(
        {
          id,
          name: request.name.trim() || `${experiment.title}, ${timeName(clock.now())}`,
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
      await store.save(record);
      push({ kind: 'ended', head: headOf(record) });
      return record;
    } finally {
      stops.delete(id);
    }
  };

  return {
    run: (request, signal, push) => {
      const running = run(request, signal, push);
      const settled = running.then(
        () => undefined,
        () => undefined,
      );
      active.add(settled);
      void settled.then(() => active.delete(settled));
      return running;
    },
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

/** With seconds, because two short runs in the same minute are compared by their names. */
const timeName = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 19).replace('T', ' ');
