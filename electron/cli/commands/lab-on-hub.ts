// `lab run … --hub FILE`: the same measurement on several machines of a hub at the same time, merged; with several
// numbers of machines one such measurement after the other.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { invalidInput } from '@shared/errors';
import { reasonText } from '@shared/hub-reason';
import type { ParameterValues } from '@shared/lab/parameters';
import type { RunRecord } from '@shared/lab/run';
import { experimentOf } from '@shared/lab/definitions';
import { readJoinFile } from '../../engine/cluster/identity';
import { joinAsClient } from '../../engine/cluster/jetstream';
import { type JobView, isOpen } from '../../engine/cluster/messages';
import { endpointOf } from '../../engine/cluster/order-files';
import type { HubLine } from '../../engine/cluster/work-queue';
import { parseRun } from '../../engine/lab/runs/run-file';
import { systemClock } from '../../engine/system-clock';
import { exitCodes } from '../exit-codes';
import { parseWhole } from '../numbers';
import type { Session } from '../session';
import { outcomesOf } from '../../engine/cluster/outcomes';
import { type HubFlags, rejectOnHub } from './on-hub';

interface MeasurementFlags extends HubFlags {
  readonly nodes?: string;
  readonly results?: string;
  readonly out?: string;
  readonly name?: string;
  readonly node?: string;
  readonly processes?: string;
}

export interface MeasurementOrder {
  readonly experimentId: string;
  readonly connectionId: string;
  readonly parameters: ParameterValues;
}

const lookEveryMs = 500;
const maxNodes = 1000;

/** A merged run for each number of machines, the smallest first; or the exit code when it was stopped. */
export async function measureOnHub(
  { experimentId, connectionId, parameters }: MeasurementOrder,
  options: MeasurementFlags,
  session: Session,
): Promise<readonly RunRecord[] | number> {
  rejectOnHub({ '--processes': options.processes, '--node': options.node });
  const { engine, output, signal } = session;
  const counts = nodeCountsFrom(options.nodes);
  const resultsDir = resolve(options.results ?? join(options.out ?? '.', `lab-${experimentId}-nodes`));
  const endpoint = await endpointOf(connectionId, 'any', 'reads', session.engine.rooms.accounts);
  const joined = await readJoinFile(resolve(options.hub ?? ''), '--hub');
  if (joined.role === 'viewer')
    throw invalidInput('--hub', 'it is for viewing only.', 'Use the join file for workers.');
  const line = await joinAsClient(joined, { clock: systemClock, field: '--hub', name: 'client' });
  try {
    const merged: RunRecord[] = [];
    for (const nodes of counts) {
      const name = options.name?.trim() || `${experimentOf(experimentId).title}, ${nodes} nodes`;
      const spec = { kind: 'lab' as const, endpoint, experimentId, parameters, name, nodes, resultsDir };
      const { job } = await line.call('submit', { title: `${experimentId}, ${nodes} nodes`, spec });
      const view = await untilEnded(job, line, session);
      if (view === null || view.state === 'cancelled') {
        output.info(`The measurement was stopped with ${nodes} nodes.`);
        return signal.aborted ? exitCodes.interrupted : exitCodes.someFailed;
      }
      for (const { source, message } of view.failed) output.info(`${source}: ${message}`);
      const runs = await runsIn(resultsDir, await outcomesOf(line, job));
      const [first] = runs;
      if (first === undefined) return exitCodes.someFailed;
      merged.push(runs.length === 1 ? first : await engine.rooms.lab.merge(runs, name));
    }
    return merged;
  } finally {
    await line.close();
  }
}

function nodeCountsFrom(text = '1'): readonly number[] {
  const counts = text.split(',').map((one) => parseWhole('--nodes', one.trim(), 1, maxNodes));
  return [...new Set(counts)].sort((one, other) => one - other);
}

/** Ctrl+C ends the measurement everywhere: half of it would be worth nothing. */
async function untilEnded(job: string, line: HubLine, { output, signal }: Session): Promise<JobView | null> {
  let waitsFor = '';
  for (;;) {
    if (signal.aborted) {
      await line.call('control', { job, what: 'cancel' });
      return null;
    }
    const view = await line.call('job', { job });
    if (!isOpen(view.state)) return view;
    const reason = reasonText(view.waitsFor);
    if (reason !== waitsFor && reason !== '') output.info(`Waiting: ${reason}.`);
    waitsFor = reason;
    output.progress(`${view.shardsRunning} machines measure, ${view.shardsDone} are done`);
    await systemClock.sleep(lookEveryMs, signal).catch(() => undefined);
  }
}

async function runsIn(folder: string, outcomes: Awaited<ReturnType<typeof outcomesOf>>): Promise<readonly RunRecord[]> {
  const measured = outcomes.filter(({ files }) => files > 0);
  const runs = await Promise.all(
    measured.map(async ({ shard }) => {
      const path = join(folder, `run-${shard}.json`);
      return parseRun(await readFile(path, 'utf8'), path);
    }),
  );
  return runs.sort((one, other) => (one.nodes[0] ?? '').localeCompare(other.nodes[0] ?? '', 'en', { numeric: true }));
}
