// Main's half of the contract without Electron, for a window in a plain browser: the app's settings, secrets, picked
// files and engine owner; desktop-only calls are rejected by name.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import { neutralFormats } from '@shared/strings/formats';
import type { CallHandlers } from '@shared/ipc/contract';
import { type ServeOptions, runCall } from '@shared/ipc/endpoint';
import { callsOfMain } from '@shared/ipc/contract/main';
import type { ReplyEnvelope } from '@shared/ipc/protocol';
import type { WindowNotice } from '@shared/ipc/window-api';
import { emulatorEnvironment } from '@shared/emulator-environment';
import { createEmulatorChildren } from '../../electron/main/processes/emulator-process';
import type { ForkedProcess } from '../../electron/main/processes/forked-emulator';
import { type EngineProcess, createEngineProcess } from '../../electron/main/processes/engine-process';
import { hostService } from '../../electron/main/processes/host-service';
import { openPersistedSources } from '../../electron/main/persisted/persisted-sources';
import { readLicences } from '../../electron/main/licences';
import { openSecretStore } from '../../electron/main/persisted/secrets';
import { registerDropped } from '../../electron/main/page/dropped-files';
import { replyTo } from '../../electron/main/page/reply';
import { openNetworkKeeper } from '../../electron/main/network/network-keeper';
import { openSettingsFile } from '../../electron/main/persisted/settings-file';
import { createSourceRegistry } from '../../electron/main/persisted/sources';
import { type ThreadPort, newThreadChannel, startEngineThread } from './engine-thread';

export interface MainHalf {
  readonly engine: EngineProcess<ThreadPort>;
  readonly invoke: (name: string, input: unknown) => Promise<ReplyEnvelope>;
  readonly registerDropped: (paths: readonly string[]) => Promise<ReplyEnvelope>;
  readonly stop: () => Promise<void>;
}

export interface MainHalfOptions {
  /** The built app's `out` folder. */
  readonly outDir: string;
  readonly stateDir: string;
  readonly loadSampleData: 'if-absent' | 'never';
  readonly chromium: string;
  readonly notify: (notice: WindowNotice) => void;
  readonly onOutput: (text: string) => void;
}

const stopLimitMs = 5_000;

export function startMainHalf(options: MainHalfOptions): MainHalf {
  const { stateDir, outDir, onOutput } = options;
  const log = (line: string): void => onOutput(`${line}\n`);
  const logBug = (error: StowageError): void => log(error.stack ?? error.message);
  const now = (): Date => new Date();
  const settings = openSettingsFile(join(stateDir, 'settings.json'), now, log);
  const secrets = openSecretStore(join(stateDir, 'secrets.json'), noCipher, { now, log });
  const sources = createSourceRegistry(() => randomBytes(16).toString('hex'));
  const persistedSources = openPersistedSources(join(stateDir, 'kept-files.json'), sources, { now, log });
  const network = openNetworkKeeper({
    path: join(stateDir, 'network.json'),
    secrets,
    now,
    log,
    system: () => Promise.resolve(null),
  });
  const emulators = createEmulatorChildren({
    program: join(outDir, 'main/emulator.js'),
    fork: startPlainNode,
    stopLimitMs,
    end: (pid) => process.kill(pid, 'SIGKILL'),
  });
  const engine = createEngineProcess<ThreadPort>({
    config: async () => ({
      stateDir,
      version: '0.0.0',
      emulatorDataDir: join(stateDir, 'embedded-store'),
      transferWorkerPath: join(outDir, 'main/transfer-worker.js'),
      importWorkerPath: join(outDir, 'main/import-worker.js'),
      previewWorkerPath: join(outDir, 'main/preview-worker.js'),
      loadSampleData: options.loadSampleData,
      network: network.route(),
      locale: { language: { tag: 'en', catalogue: {} }, formats: neutralFormats },
      checkOutputs: 'yes',
    }),
    fork: () => startEngineThread(join(outDir, 'main/engine-host.js'), onOutput),
    newChannel: newThreadChannel,
    host: hostService({ secrets, sources: persistedSources, prompts: confirming, emulators }, 'yes', (error) =>
      log(String(error)),
    ),
    onState: (state) => options.notify({ stowage: 'engine-state', state }),
    onGone: () => emulators.orphanAll(),
    log,
    now: () => performance.now(),
    stopLimitMs,
  });
  const handlers: Partial<CallHandlers<'main'>> = {
    'app.info': async () => ({
      version: '0.0.0',
      electron: 'none',
      chromium: options.chromium,
      node: process.versions.node,
      platform: process.platform,
      secretStorage: await secrets.storage(),
      tour: 'none',
    }),
    'app.keep-open': () => ({}),
    'about.licences': async () => ({
      packages: await readLicences(join(outDir, 'main/licences.json')),
      browser: false,
    }),
    // A plain browser receives no requests from the system, and has a single window.
    'openings.take': () => [],
    'windows.take-carried': () => ({ carries: null }),
    'windows.drawn': () => ({}),
    'network.read': () => network.read(),
    'network.apply': async (input) => {
      await network.apply(input.settings, undefined);
      await engine.restart();
      return {};
    },
    'settings.read': () => settings.read(),
    'settings.write': (change) =>
      settings.change(Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))),
    'files.keep': async ({ token }) => {
      await persistedSources.keep(token);
      return {};
    },
    'engine.restart': async () => {
      await engine.restart();
      return {};
    },
  };
  const service: ServeOptions = {
    calls: callsOfMain,
    streams: {},
    handlers: { calls: handlers, streams: {} },
    checkOutputs: 'yes',
  };

  engine.start();
  return {
    engine,
    registerDropped: (paths) =>
      replyTo(
        () =>
          registerDropped(paths, {
            register: (path) => sources.register(path, 'dropped'),
            registerUnseen: (path) => sources.registerTarget(path, 'dropped'),
          }),
        logBug,
      ),
    invoke: (name, input) =>
      replyTo(() => {
        if (!(name in handlers)) throw new StowageError('invalid.refused', `${name} needs a desktop.`);
        return runCall(service, name, input, new AbortController().signal);
      }, logBug),
    stop: async () => {
      await engine.stop();
      await emulators.stopAll();
    },
  };
}

/** A plain browser has no second window that could call this. */
const confirming = { request: () => Promise.resolve({ answer: 'confirmed' as const, text: '' }) };

/** There is no keychain: secrets last as long as this process. */
const noCipher = {
  available: () => Promise.resolve(false),
  encrypt: () => Promise.reject(new Error('there is no keychain')),
  decrypt: () => Promise.reject(new Error('there is no keychain')),
};

/** Without an ipc channel: the emulator would wait on it and never end. */
function startPlainNode(program: string, args: readonly string[]): ForkedProcess {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: emulatorEnvironment(process.env),
  });
  return Object.assign(child, { close: () => child.kill() });
}
