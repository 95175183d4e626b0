// The engine as the app runs it: in a utility process, reached through message channels, with the embedded stores that
// it requests in separate processes.
import { join } from 'node:path';
import { MessageChannelMain, type MessagePortMain, utilityProcess } from 'electron';
import type { EngineConfig } from '@shared/ipc/engine-boot';
import { ChannelClient, type ServeOptions } from '@shared/ipc/endpoint';
import { eventPortChannel } from '@shared/ipc/port-channel';
import { endProcess } from './end-process';
import { type EngineProcess, type EngineProcessOptions, createEngineProcess } from './engine-process';
import type { EngineChild } from './engine-run';
import { type HostParts, hostService } from './host-service';
import { engineName } from './process-watch';
import { createStoreChildren } from './store-children';

/** Built programs; absolute paths. */
export interface EnginePrograms {
  readonly engineHost: string;
  readonly transferWorker: string;
  readonly importWorker: string;
  readonly previewWorker: string;
  readonly emulatorProgram: string;
}

/** The configuration that changes from one start of the engine to the next. */
export type EngineStart = Pick<EngineConfig, 'network' | 'locale'>;

export interface AppEngineOptions
  extends
    Pick<HostParts, 'secrets' | 'sources' | 'prompts'>,
    Pick<EngineConfig, 'stateDir' | 'version' | 'loadSampleData' | 'checkOutputs'>,
    Pick<EngineProcessOptions<MessagePortMain>, 'onState' | 'log'> {
  readonly programs: EnginePrograms;
  /** Determined while the process starts. */
  readonly startsWith: () => Promise<EngineStart>;
  /** Delays the store, which would take processor time from the window that is being drawn. */
  readonly storesMayBegin: Promise<void>;
  readonly onBug: NonNullable<ServeOptions['onBug']>;
}

export interface AppEngine extends Omit<EngineProcess<MessagePortMain>, 'openChannel'> {
  /** Calls of main to the current engine; throws when none runs. */
  client(): ChannelClient;
}

const stopLimitMs = 5_000;
/** The store writes all its tables when it closes; killed earlier, it would lose the last writes. */
const storeStopLimitMs = 30_000;

export function createAppEngine(options: AppEngineOptions): AppEngine {
  const { programs, stateDir, version, loadSampleData, checkOutputs, secrets, sources, prompts } = options;
  const stores = createStoreChildren({
    program: programs.emulatorProgram,
    stopLimitMs: storeStopLimitMs,
    mayBegin: options.storesMayBegin,
  });
  const engine = createEngineProcess<MessagePortMain>({
    config: async () => ({
      stateDir,
      version,
      emulatorDataDir: join(stateDir, 'embedded-store'),
      transferWorkerPath: programs.transferWorker,
      importWorkerPath: programs.importWorker,
      previewWorkerPath: programs.previewWorker,
      loadSampleData,
      checkOutputs,
      ...(await options.startsWith()),
    }),
    fork: () => startEngine(programs.engineHost),
    newChannel: () => new MessageChannelMain(),
    host: hostService({ secrets, sources, prompts, emulators: stores }, checkOutputs, options.onBug),
    onState: options.onState,
    onGone: () => stores.orphanAll(),
    log: options.log,
    now: () => performance.now(),
    stopLimitMs,
  });
  return {
    ...engine,
    client: () => new ChannelClient(eventPortChannel(engine.openChannel())),
    // The engine first: a store that ended under it would look like a failure.
    stop: async () => {
      await engine.stop();
      await stores.stopAll();
    },
  };
}

/** The store ignores termination signals, because main receives them too and closes it. */
function startEngine(program: string): EngineChild<MessagePortMain> {
  const child = utilityProcess.fork(program, [], { serviceName: engineName, stdio: 'inherit' });
  const killChild = child.kill.bind(child);
  const kill = (): boolean => {
    if (child.pid === undefined) return killChild();
    endProcess(child.pid);
    return true;
  };
  return Object.assign(child, { kill });
}
