// `stowage hub`: runs nats-server and the coordinator of jobs on many machines in the foreground until it is stopped.
import { join, resolve } from 'node:path';
import { invalidInput } from '@shared/errors';
import { shellQuoted } from '@shared/commands/shell-text';
import { makePrivateFolder } from '../../disk/make-folder';
import { writeWhole } from '../../disk/whole-file';
import { takeOwnership } from '../../engine/journal/owner-lock';
import { StowageError } from '@shared/errors';
import { Coordinator } from '../../engine/cluster/coordinator';
import { type Join, hubIdentity, loopback, namesOf, readJoinFile, writeJoinFile } from '../../engine/cluster/identity';
import { openHubQueue } from '../../engine/cluster/jetstream';
import {
  type SupervisedServer,
  endEarlierServer,
  findServer,
  freePort,
  serverConfig,
  superviseServer,
} from '../../engine/cluster/nats-server';
import type { HubQueue } from '../../engine/cluster/work-queue';
import { exitCodes } from '../exit-codes';
import { parseWhole } from '../numbers';
import type { ProgramHost } from '../session';

export interface HubOptions {
  readonly listen?: string;
  readonly store?: string;
  readonly natsServer?: string;
  readonly join?: string;
}

/** Where the hub of a state folder has its keys, its join files and the journals of its jobs. */
const hubFolder = (stateDir: string): string => join(stateDir, 'hub');
export const defaultJoinFile = (stateDir: string): string => join(hubFolder(stateDir), 'join');

const defaultListen = `${loopback}:4222`;
const startMs = 30_000;

export async function runHub(options: HubOptions, host: ProgramHost): Promise<number> {
  const { output, stateDir, signal, clock } = host;
  rejectUnused(options);
  const folder = hubFolder(stateDir);
  await makePrivateFolder(folder);
  const lock = await takeOwnership(join(folder, 'hub.lock'));
  if (lock === null) {
    throw new StowageError('conflict.other', 'Another hub runs with this state folder.', {
      context: { problem: 'another process runs the hub of this state folder. Name another one with --state-dir.' },
    });
  }
  let server: SupervisedServer | null = null;
  let queue: HubQueue | null = null;
  let coordinator: Coordinator | null = null;
  try {
    const joining = { clock, field: options.join === undefined ? '--listen' : '--join', name: 'hub' };
    const log = (line: string): void => host.log(line);
    if (options.join === undefined) {
      const started = await startServer(options, folder, host);
      ({ server } = started);
      queue = await untilItListens(() => openHubQueue(started.own, { ...joining, log }), started.server, host);
      output.record({ join: defaultJoinFile(stateDir), url: started.url, viewer: join(folder, 'view') }, started.text);
    } else {
      const own = await readJoinFile(resolve(options.join), '--join');
      if (own.role !== 'hub') {
        throw invalidInput('--join', `“${options.join}” is not for hubs.`, `Use ${join(folder, 'hub.join')}.`);
      }
      queue = await openHubQueue(own, { ...joining, log });
      output.record({ join: options.join, url: own.url }, `Using the server at ${own.url}.`);
    }
    const info = (line: string): void => output.info(line);
    coordinator = new Coordinator({ queue, folder: join(folder, 'jobs'), clock, random: Math.random, info });
    await coordinator.start();
    output.info('The hub is running. Press Ctrl+C to stop it: its jobs go on when it is started again.');
    await Promise.race([
      new Promise<void>((done) => {
        if (signal.aborted) done();
        signal.addEventListener('abort', () => done(), { once: true });
      }),
      ...(server === null ? [] : [server.failed]),
    ]);
  } finally {
    await coordinator?.dispose();
    await queue?.close();
    await server?.stop();
    await lock.release();
  }
  return exitCodes.done;
}

interface StartedServer {
  readonly server: SupervisedServer;
  /** With which the hub itself joins. */
  readonly own: Join;
  /** Where others reach it. */
  readonly url: string;
  readonly text: string;
}

async function startServer(options: HubOptions, folder: string, host: ProgramHost): Promise<StartedServer> {
  const { stateDir, clock, env, programPath, log } = host;
  const binary = await findServer({ given: options.natsServer, programPath, path: env.PATH });
  const listen = addressOf(options.listen ?? defaultListen);
  const names = namesOf(listen.host);
  const identity = await hubIdentity(folder, names, clock.now());
  await endEarlierServer(folder, clock);
  const port = await freePort(listen.host, listen.port);
  const tls = identity.tls === null ? null : { certPath: join(folder, 'cert.pem'), keyPath: join(folder, 'key.pem') };
  if (tls !== null && identity.tls !== null) {
    await writeWhole(tls.certPath, identity.tls.certPem);
    await writeWhole(tls.keyPath, identity.tls.keyPem);
  }
  const storeDir = resolve(options.store ?? join(folder, 'store'));
  await makePrivateFolder(storeDir);
  const config = serverConfig({ host: listen.host, port, storeDir, tls, users: identity.users });
  await writeWhole(join(folder, 'nats.conf'), config);
  const server = await superviseServer(binary, folder, { clock, log });
  const urlOf = (name: string): string =>
    `${tls === null ? 'nats' : 'tls'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
  const [first = listen.host, ...others] = names;
  const reach = {
    url: urlOf(first),
    ...(others.length === 0 ? {} : { others: others.map(urlOf) }),
    certificate: identity.tls?.certPem ?? null,
  };
  const joinPath = defaultJoinFile(stateDir);
  await writeJoinFile(joinPath, { role: 'worker', ...reach, seed: identity.seeds.worker });
  await writeJoinFile(join(folder, 'view'), { role: 'viewer', ...reach, seed: identity.seeds.viewer });
  await writeJoinFile(join(folder, 'hub.join'), { role: 'hub', ...reach, seed: identity.seeds.hub });
  // The hub itself need not go through a name that only others can resolve.
  const own: Join = {
    stowage: 'join',
    version: 1,
    role: 'hub',
    ...reach,
    url: names.includes(loopback) ? urlOf(loopback) : reach.url,
    fingerprint: null,
    seed: identity.seeds.hub,
  };
  const quoted = shellQuoted(joinPath);
  const text = [
    `nats-server ${binary.version} listens at ${reach.url}.`,
    `Start workers with:      stowage worker --join ${quoted}`,
    `Under Slurm:             srun --ntasks-per-node=1 stowage worker --join ${quoted} --exit-when-idle 10m`,
    `Send a job to them with: stowage upload FOLDER CONTAINER --hub ${quoted}`,
  ].join('\n');
  return { server, own, url: reach.url, text };
}

/** Until then it may refuse connections for a moment. */
async function untilItListens<T>(open: () => Promise<T>, server: SupervisedServer, host: ProgramHost): Promise<T> {
  const { clock, signal } = host;
  const untilMs = clock.monotonic() + startMs;
  for (;;) {
    try {
      return await open();
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (error.kind !== 'network' || clock.monotonic() > untilMs) throw error;
      await Promise.race([clock.sleep(50, signal), server.failed]);
    }
  }
}

function rejectUnused({ join: joined, listen, store, natsServer }: HubOptions): void {
  if (joined === undefined) return;
  const unused = { '--listen': listen, '--store': store, '--nats-server': natsServer };
  const [option] = Object.entries(unused).find(([, value]) => value !== undefined) ?? [];
  if (option !== undefined) throw invalidInput(option, 'with --join no server is started.', 'Use only one of them.');
}

function addressOf(text: string): { readonly host: string; readonly port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]*)):(\d+)$/u.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || host === '' || port === undefined) {
    throw invalidInput('--listen', `"${text}" is not an address.`, 'Use HOST:PORT, for example 0.0.0.0:4222.');
  }
  return { host: host === 'localhost' ? loopback : host, port: parseWhole('--listen', port, 0, 65_535) };
}
