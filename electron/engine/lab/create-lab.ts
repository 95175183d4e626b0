// The lab as the engine composes it: the contract's calls and stream, the direct interface of the command line, and what
// interrupted runs left behind.
import { readFile, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { StowageError } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import { experimentOf, experiments, infoOf } from '@shared/lab/definitions';
import { dryRunOf } from '@shared/lab/dry-run';
import { mergeRuns } from '@shared/lab/merge-runs';
import { checkParameters } from '@shared/lab/parameters';
import { type RunHead, type RunRecord, runHead } from '@shared/lab/run';
import type { LabEvent, LabLeftover, LabRunRequest } from '@shared/model/lab';
import { t } from '@shared/strings/t';
import type { SourceResolver } from '../ports';
import type { AppliedSettingsRoom } from './applied-settings';
import { cleanUp } from './runs/clean-up';
import { type Leftover, findLeftovers, forgetLeftover } from './runs/created-things';
import { targetOf } from './runs/environment';
import { type RunPorts, runExperiment } from './runs/run-experiment';
import { type RunStore, createRunStore, parseRun } from './runs/run-store';

export interface LabPorts extends Omit<RunPorts, 'folder'> {
  readonly stateDir: string;
  readonly sources: SourceResolver;
  readonly applied: AppliedSettingsRoom;
  /** What a person calls the connection. */
  readonly nameOf: (connectionId: string) => Promise<string>;
}

type LabCallName = Extract<keyof CallHandlers<'engine'>, `lab.${string}`>;

export interface Lab {
  readonly calls: Pick<CallHandlers<'engine'>, LabCallName>;
  readonly streams: Pick<StreamHandlers<'engine'>, 'lab.run'>;
  readonly runs: RunStore;
  /** Runs and saves. */
  run(request: LabRunRequest, signal: AbortSignal, push: (event: LabEvent) => void): Promise<RunRecord>;
  /** Cleans up after runs that were cut off; what cannot be reached now stays listed. */
  recover(): Promise<void>;
  dispose(): Promise<void>;
}

const mostRunFileBytes = 256 * 1024 * 1024;

export function createLab(ports: LabPorts): Lab {
  const { accounts, clock, stateDir, applied } = ports;
  const folder = join(stateDir, 'lab');
  const created = join(folder, 'created');
  const runs = createRunStore(join(folder, 'runs'));
  const problems = new Map<string, string>();
  const active = new Set<Promise<unknown>>();
  const ending = new AbortController();
  const stops = new Map<string, AbortController>();

  const run: Lab['run'] = async (request, signal, push) => {
    const experiment = experimentOf(request.experimentId);
    const values = checkParameters(experiment.parameters, request.parameters);
    const account = await accounts.openForWriting(request.connectionId);
    const id = newRunId(ports.clock.now(), ports.random);
    const stop = new AbortController();
    stops.set(id, stop);
    const abort = (): void => stop.abort();
    for (const one of [signal, ending.signal]) {
      if (one.aborted) abort();
      one.addEventListener('abort', abort, { once: true });
    }
    try {
      const record = await runExperiment(
        {
          id,
          name: request.name.trim() || `${experiment.title}, ${timeName(ports.clock.now())}`,
          node: request.node.trim() || hostname(),
          connectionName: await ports.nameOf(request.connectionId),
          ...{ experiment, values, account, push, signal: stop.signal },
        },
        { ...ports, folder },
      );
      await runs.save(record);
      push({ kind: 'ended', head: headOf(record) });
      return record;
    } finally {
      stops.delete(id);
      for (const one of [signal, ending.signal]) one.removeEventListener('abort', abort);
    }
  };
  const tracked: Lab['run'] = (request, signal, push) => {
    const running = run(request, signal, push);
    const settled = running.then(
      () => undefined,
      () => undefined,
    );
    active.add(settled);
    void settled.then(() => active.delete(settled));
    return running;
  };

  const leftovers = async (): Promise<LabLeftover[]> =>
    (await findLeftovers(created)).map((leftover) => described(leftover, problems.get(leftover.runId) ?? ''));

  const clean = async (): Promise<LabLeftover[]> => {
    for (const { runId, things } of await findLeftovers(created)) {
      const left = await cleanUp(things, accounts);
      if (left.length === 0) {
        await forgetLeftover(created, runId);
        problems.delete(runId);
      } else problems.set(runId, left[0]?.failure.message ?? '');
    }
    return leftovers();
  };

  return {
    runs,
    run: tracked,
    calls: {
      'lab.list': () => experiments.map(infoOf),
      'lab.dry-run': async ({ connectionId, experimentId, parameters }) => {
        const experiment = experimentOf(experimentId);
        const { descriptor } = await accounts.open(connectionId);
        const values = checkParameters(experiment.parameters, parameters);
        return dryRunOf(experiment, values, targetOf(descriptor));
      },
      'lab.cancel': ({ runId }) => {
        stops.get(runId)?.abort();
        return {};
      },
      'lab.runs': () => runs.list(),
      'lab.read-run': ({ runId }) => runs.read(runId),
      'lab.rename-run': async ({ runId, name }) => {
        await runs.rename(runId, name);
        return {};
      },
      'lab.delete-run': async ({ runId }) => {
        await runs.remove(runId);
        return {};
      },
      'lab.import-runs': async ({ sources }) => {
        const taken: RunHead[] = [];
        for (const token of sources) {
          const record = await importedRun(token, ports);
          await runs.save(record);
          taken.push(headOf(record));
        }
        return taken;
      },
      'lab.merge-runs': async ({ runIds, name }) => {
        const records = await Promise.all(runIds.map((id) => runs.read(id)));
        const merged = mergeRuns(records, { id: newRunId(clock.now(), ports.random), name });
        await runs.save(merged);
        return headOf(merged);
      },
      'lab.leftovers': leftovers,
      'lab.clean-up': clean,
      'lab.applied': async () => [...(await applied.all())],
      'lab.apply': async ({ connectionId, runId }) => applied.apply(connectionId, await runs.read(runId)),
      'lab.revert': async ({ connectionId }) => {
        await applied.revert(connectionId);
        return {};
      },
    },
    streams: {
      'lab.run': async (request, { signal, push }) => {
        await tracked(request, signal, push);
      },
    },
    recover: async () => {
      if ((await findLeftovers(created)).length > 0) await clean();
    },
    dispose: async () => {
      ending.abort();
      await Promise.all(active);
      await applied.dispose();
    },
  };
}

const headOf = (record: RunRecord): RunHead => runHead.parse(record);

/** Sorts by time, and two machines that start together do not meet. */
function newRunId(nowMs: number, random: () => number): string {
  const time = new Date(nowMs)
    .toISOString()
    .replace(/[^0-9]/g, '')
    .slice(0, 14);
  return `${time}-${Math.floor(random() * 36 ** 5)
    .toString(36)
    .padStart(5, '0')}`;
}

/** To the second: two short runs in one minute are compared by their names. */
const timeName = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 19).replace('T', ' ');

function described({ runId, things }: Leftover, problem: string): LabLeftover {
  const remote = things.flatMap((thing) => (thing.kind === 'folder' ? [] : [thing]));
  const words = things.map((thing) => (thing.kind === 'folder' ? t`local files` : `${thing.kind} ${thing.name}`));
  return { runId, connectionId: remote[0]?.connectionId ?? '', things: words, problem };
}

/** A run that is here already stays as it is: the imported one gets an id of its own. */
async function importedRun(token: string, ports: LabPorts): Promise<RunRecord> {
  const path = await ports.sources.resolve(token);
  if (path === null)
    throw new StowageError('not-found.source', 'What was picked is not known any more.', { context: { token } });
  const name = basename(path);
  try {
    if ((await stat(path)).size > mostRunFileBytes) {
      throw new StowageError('invalid.input', `${name} is too large.`, {
        context: {
          field: name,
          problem: t`it is larger than any run of the lab.`,
          fix: t`Choose a run.json that the lab wrote.`,
        },
      });
    }
    const record = parseRun(await readFile(path, 'utf8'), name);
    return { ...record, id: newRunId(ports.clock.now(), ports.random) };
  } catch (thrown) {
    if (thrown instanceof StowageError) throw thrown;
    throw new StowageError('local.not-found', `${name} could not be read.`, { context: { path: name }, cause: thrown });
  }
}
