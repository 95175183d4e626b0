// The lab as the engine composes it: the contract's calls and stream, and the direct interface of the command line.
import { join } from 'node:path';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import { experimentOf, experiments, asOffered } from '@shared/lab/definitions';
import { dryRunOfSamples, dryRunOfTargets } from './runs/dry-run';
import { mergeRuns } from './runs/merge-runs';
import { checkParameters } from '@shared/lab/parameters';
import type { RunHead, RunRecord } from '@shared/lab/run';
import type { DryRun, LabEvent, LabRequest } from '@shared/lab/lab-messages';
import { pickedPath } from '../picked-path';
import type { SourceResolver } from '../ports';
import type { AppliedSettingsRoom } from './applied-settings';
import { targetOf } from './runs/environment';
import {
  type LabRunOrder,
  type LabRunsPorts,
  connectionsOf,
  createLabRuns,
  newRunId,
  ownFilesOf,
} from './runs/lab-runs';
import { createLeftovers } from './runs/leftovers';
import { readRunFile } from './runs/run-file';
import { type RunStore, createRunStore, headOf } from './runs/run-store';
import { TimedRuns } from './timed/timed-runs';

export interface LabPorts extends Omit<LabRunsPorts, 'folder'> {
  readonly stateDir: string;
  readonly sources: SourceResolver;
  readonly applied: AppliedSettingsRoom;
}

/** @property ownFolder the path of a folder whose files are moved */
export type LabDryRunOrder = Omit<LabRequest, 'folder'> & { readonly ownFolder?: string | undefined };

type LabCallName = Extract<keyof CallHandlers<'engine'>, `lab.${string}`>;

export interface Lab {
  readonly calls: Pick<CallHandlers<'engine'>, LabCallName>;
  readonly streams: Pick<StreamHandlers<'engine'>, 'lab.run' | 'lab.watch-timed'>;
  readonly runs: RunStore;
  /** Runs and saves. */
  run(request: LabRunOrder, signal: AbortSignal, push: (event: LabEvent) => void): Promise<RunRecord>;
  /** Runs by timetable, one sample at each of its times. */
  readonly timed: TimedRuns;
  /** Runs of several machines as one; saves it. */
  merge(records: readonly RunRecord[], name: string): Promise<RunRecord>;
  /** The requests, duration and cost of a run, which it does not start. */
  dryRun(request: LabDryRunOrder): Promise<DryRun>;
  /** Cleans up after interrupted runs; unreachable leftovers stay listed. */
  recover(): Promise<void>;
  dispose(): Promise<void>;
}

export function createLab(ports: LabPorts): Lab {
  const { accounts, clock, stateDir, applied } = ports;
  const folder = join(stateDir, 'lab');
  const runs = createRunStore(join(folder, 'runs'));
  const running = createLabRuns({ ...ports, folder }, runs);
  const timed = new TimedRuns({
    ...ports,
    folder: join(folder, 'timed'),
    runs,
    measure: (request, signal, push) => running.measure(request, signal, push),
  });
  const abort = new AbortController();
  const leftovers = createLeftovers(join(folder, 'created'), { accounts, clock });

  const merge: Lab['merge'] = async (records, name) => {
    const merged = mergeRuns(records, { id: newRunId(clock.now(), ports.random), name });
    await runs.save(merged);
    return merged;
  };

  const folderOf = async (token: string | undefined): Promise<string | undefined> =>
    token === undefined ? undefined : pickedPath(ports.sources, token, 'lab-folder');

  const dryRun: Lab['dryRun'] = async ({ experimentId, parameters, ownFolder, timetable, ...request }) => {
    const experiment = experimentOf(experimentId);
    const ids = connectionsOf(experiment, request);
    const facts = await Promise.all(ids.map(async (id) => targetOf((await accounts.open(id)).descriptor)));
    const values = checkParameters(experiment.parameters, parameters);
    const once = dryRunOfTargets(experiment, values, facts, await ownFilesOf(experiment, values, ownFolder));
    return timetable === undefined ? once : dryRunOfSamples(once, timetable);
  };

  return {
    runs,
    timed,
    merge,
    dryRun,
    run: (request, signal, push) => running.run(request, signal, push),
    calls: {
      'lab.list': () => experiments.map(asOffered),
      'lab.dry-run': async ({ folder, ...request }) => dryRun({ ...request, ownFolder: await folderOf(folder) }),
      'lab.cancel': async ({ runId }) => {
        running.cancel(runId);
        await timed.cancel(runId);
        return {};
      },
      'lab.runs': () => runs.list(),
      'lab.read-run': ({ runId }) => runs.read(runId),
      'lab.rename-run': async ({ runId, name }) => {
        await runs.rename(runId, name);
        return {};
      },
      'lab.delete-run': async ({ runId }) => {
        await timed.cancel(runId);
        await runs.remove(runId);
        return {};
      },
      'lab.import-runs': async ({ sources }) => {
        const taken: RunHead[] = [];
        for (const token of sources) {
          const read = await readRunFile(await pickedPath(ports.sources, token, 'lab-runs'));
          // A new id, so that an existing run is not overwritten.
          const record = { ...read, id: newRunId(clock.now(), ports.random) };
          await runs.save(record);
          taken.push(headOf(record));
        }
        return taken;
      },
      'lab.merge-runs': async ({ runIds, name }) => {
        return headOf(await merge(await Promise.all(runIds.map((id) => runs.read(id))), name));
      },
      'lab.leftovers': () => leftovers.list(),
      'lab.clean-up': () => leftovers.cleanUp(abort.signal),
      'lab.applied': async () => [...(await applied.all())],
      'lab.apply': async ({ connectionId, runId }) => applied.apply(connectionId, await runs.read(runId)),
      'lab.set-block-sizes': async ({ connectionId, rows }) => {
        await applied.setBlockSizes(connectionId, rows);
        return {};
      },
      'lab.revert': async ({ connectionId }) => {
        await applied.revert(connectionId);
        return {};
      },
    },
    streams: {
      'lab.run': async (request, { signal, push }) => {
        const { timetable, ...once } = request;
        const order = { ...once, ownFolder: await folderOf(request.folder) };
        if (timetable === undefined) await running.run(order, signal, push);
        else await timed.start(order, timetable, push);
      },
      'lab.watch-timed': async (_, { signal, push }) => {
        await timed.resumeAll();
        await timed.watch(signal, push);
      },
    },
    recover: async () => {
      await leftovers.cleanUp(abort.signal);
    },
    dispose: async () => {
      abort.abort();
      await timed.end();
      await running.end();
      await applied.dispose();
    },
  };
}
