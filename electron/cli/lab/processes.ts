// One experiment in several processes of this machine at the same time, as in the study of 2012: each runs this command
// line on one shared table, and their runs are merged.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StowageError, invalidInput } from '@shared/errors';
import { experimentOf } from '@shared/lab/definitions';
import { type ParameterValues, formatParameter } from '@shared/lab/parameters';
import type { RunRecord } from '@shared/lab/run';
import type { Session } from '../session';

export interface ProcessesOrder {
  readonly experimentId: string;
  readonly count: number;
  /** As given; the others have their defaults. */
  readonly parameters: ParameterValues;
}

/**
 * The runs of all processes, in their order. A table that was not named is made for them and removed afterwards.
 * @throws StowageError when a process has measured nothing
 */
export async function runInProcesses(session: Session, order: ProcessesOrder): Promise<readonly RunRecord[]> {
  const { engine, signal, output } = session;
  const experiment = experimentOf(order.experimentId);
  if (!experiment.parameters.some(({ name }) => name === 'table')) {
    const fix = 'Use it with an experiment on tables that has the parameter table.';
    throw invalidInput('--processes', `${experiment.id} cannot share a table.`, fix);
  }
  const connectionId = await session.connectionId();
  const isNamed = order.parameters.table !== undefined && order.parameters.table !== 'own';
  const table = isNamed ? String(order.parameters.table) : `StowageLab${randomInt(2 ** 40).toString(36)}`;
  const isPartitionKnown = experiment.parameters.some(({ name }) => name === 'partition');
  const parameters: ParameterValues = {
    ...(isPartitionKnown ? { partition: 'shared' } : {}),
    seed: randomInt(1, 2 ** 31 - 1),
    ...order.parameters,
    table,
  };
  const folder = await mkdtemp(join(tmpdir(), 'stowage-lab-'));
  if (!isNamed) await engine.calls['tables.create']({ connectionId, table }, { signal });
  try {
    const ids = await Promise.all(
      Array.from({ length: order.count }, (_, index) =>
        oneProcess(session, order, parameters, join(folder, `${index}`), index + 1),
      ),
    );
    return await Promise.all(ids.map((id) => engine.rooms.lab.runs.read(id)));
  } finally {
    await rm(folder, { recursive: true, force: true });
    if (!isNamed) {
      await engine.calls['tables.delete']({ connectionId, table }, { signal: new AbortController().signal }).catch(
        (thrown: unknown) =>
          output.info(`The table ${table} could not be removed: ${StowageError.from(thrown).message}`),
      );
    }
  }
}

/** Resolves to the id of its run. */
function oneProcess(
  session: Session,
  { experimentId }: ProcessesOrder,
  parameters: ParameterValues,
  folder: string,
  number: number,
): Promise<string> {
  const { parameters: declared } = experimentOf(experimentId);
  const settings = declared.flatMap((info) => {
    const value = parameters[info.name];
    return value === undefined ? [] : ['--set', `${info.name}=${formatParameter(info, value)}`];
  });
  const { connectionString, connectionArguments, programPath, stateDir, signal } = session;
  const args = [
    ...(connectionString === undefined ? connectionArguments : []),
    ...['--state-dir', stateDir, '--json', 'lab', 'run', experimentId, ...settings],
    ...['--node', `p${number}`, '--name', `Process ${number}`, '--out', folder, '--format', 'json'],
  ];
  // A secret belongs into the environment: arguments are visible to other users.
  const env =
    connectionString === undefined ? process.env : { ...process.env, STOWAGE_CONNECTION_STRING: connectionString };
  const child = spawn(process.execPath, [programPath, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = (): void => void child.kill('SIGINT');
  signal.addEventListener('abort', stop, { once: true });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      signal.removeEventListener('abort', stop);
      const id = runIdIn(out);
      if (id !== null) resolve(id);
      else {
        const detail = err.trim().split('\n').at(-1) ?? '';
        reject(new StowageError('local.io', `Process ${number} measured nothing. ${detail}`, { context: { detail } }));
      }
    });
  });
}

function runIdIn(text: string): string | null {
  for (const line of text.split('\n')) {
    try {
      const record: unknown = JSON.parse(line);
      if (typeof record === 'object' && record !== null && 'id' in record && typeof record.id === 'string')
        return record.id;
    } catch {
      // A line that is no record.
    }
  }
  return null;
}
