// `stowage worker`: moves files for a hub in the foreground until it is stopped, drained, or idle for long.
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { invalidInput } from '@shared/errors';
import manifest from '../../../package.json';
import { randomId, readJoinFile } from '../../engine/cluster/identity';
import { joinAsWorker } from '../../engine/cluster/jetstream';
import { ItemJobs } from '../../engine/cluster/item-work';
import { Worker } from '../../engine/cluster/worker';
import { systemClock } from '../../engine/system-clock';
import { exitCodes } from '../exit-codes';
import { makeNamedFolder } from '../named-folder';
import { parseTime, parseWhole } from '../numbers';
import type { CommandAction, EngineChoices, Session } from '../session';
import { defaultJoinFile } from './hub';

export interface WorkerFlags {
  readonly join?: string;
  readonly slots?: string;
  readonly name?: string;
  readonly label?: readonly string[];
  readonly workDir?: string;
  readonly exitWhenIdle?: string;
}

const defaultSlots = 2;

/**
 * Its journals are on this machine alone: the state folder, from which it takes connections, may be one that many
 * machines share. They are not needed once it has ended, because another worker continues from the hub.
 */
export async function workerSetup(
  flags: WorkerFlags,
): Promise<{ readonly action: CommandAction; readonly choices: EngineChoices; readonly remove: () => Promise<void> }> {
  const slots = parseWhole('--slots', flags.slots ?? String(defaultSlots), 1, 64);
  const exitWhenIdleMs = flags.exitWhenIdle === undefined ? null : parseTime('--exit-when-idle', flags.exitWhenIdle);
  const labels = Object.fromEntries((flags.label ?? []).map(labelOf));
  if (flags.workDir !== undefined) await makeNamedFolder('--work-dir', resolve(flags.workDir), 'private');
  const folder = await mkdtemp(join(resolve(flags.workDir ?? tmpdir()), 'stowage-worker-'));
  const action: CommandAction = async (session) => {
    const { engine, output, signal, stateDir } = session;
    const joined = await readJoinFile(resolve(flags.join ?? defaultJoinFile(stateDir)), '--join');
    if (joined.role === 'viewer')
      throw invalidInput('--join', 'it is for viewing only.', 'Use the join file for workers.');
    const name = flags.name ?? `${hostname()}-${process.pid}`;
    const queue = await joinAsWorker(joined, { clock: systemClock, field: '--join', name });
    try {
      await engine.recovered;
      const { transfers, tableFiles, lab, accounts } = engine.rooms;
      const node = { id: randomId(), name, labels };
      const common = {
        connectionTo: (endpoint: string) => connectionTo(session, endpoint),
        openAccount: (connectionId: string) => accounts.open(connectionId),
        clock: systemClock,
        node,
      };
      const worker = new Worker({
        ...common,
        node,
        queue,
        transfers,
        items: new ItemJobs({ ...common, tableFiles, lab, line: queue }),
        slots,
        workFolder: folder,
        version: manifest.version,
        cores: availableParallelism(),
        exitWhenIdleMs,
        info: (line) => output.info(line),
        log: (line) => session.log(line),
      });
      output.record({ node: node.id, name, slots, url: joined.url }, `${name} has joined ${joined.url}.`);
      const end = await worker.run(signal);
      if (end !== 'stopped')
        output.info(end === 'idle' ? 'There is no job; the worker ends.' : 'Drained; the worker ends.');
      return exitCodes.done;
    } finally {
      await queue.close();
    }
  };
  return {
    action,
    choices: { jobsDir: folder, transfersAtOnce: slots },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined),
  };
}

function labelOf(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw invalidInput('--label', `"${text}" has no equals sign.`, 'Write KEY=VALUE.');
}

/** The connection that was given to the worker, or a saved one, to the account with this address. */
async function connectionTo(
  { engine, isConnectionGiven, connectionId }: Session,
  endpoint: string,
): Promise<string | null> {
  const { accounts, connections } = engine.rooms;
  if (isConnectionGiven) {
    const given = await connectionId();
    const { endpoints } = (await accounts.open(given)).descriptor;
    if (endpoints.blob === endpoint || endpoints.table === endpoint) return given;
  }
  const isThat = (address: string | undefined): boolean => address?.replace(/\/$/u, '') === endpoint;
  const saved = (await connections.list()).find(({ endpoints: { blob, table } }) => isThat(blob) || isThat(table));
  return saved?.id ?? null;
}
