// The engine's ports, composed of what main offers and of this machine's clock and randomness.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EngineConfig } from '@shared/ipc/engine-boot';
import type { CommandLine, EmulatorLauncher, EnginePorts } from '../engine/ports';
import { systemClock } from '../engine/system-clock';
import type { HostClient } from './host-client';

export function enginePorts(config: EngineConfig, host: HostClient, log: (line: string) => void): EnginePorts {
  return {
    stateDir: config.stateDir,
    emulator: { dataDir: config.emulatorDataDir, launcher: emulatorLauncher(host) },
    secrets: {
      storage: async () => (await host.call('secrets.storage', {})).storage,
      read: async (id) => (await host.call('secrets.read', { id })).secret,
      write: async (id, secret) => (await host.call('secrets.write', { id, secret })).storage,
      remove: async (id) => {
        await host.call('secrets.remove', { id });
      },
    },
    sources: {
      resolve: async (token, pickedFor, connectionId) =>
        (await host.call('sources.resolve', { token, pickedFor, connectionId })).path,
    },
    prompts: { request: (request) => host.call('prompts.ask', { request }) },
    openAddress: async (address, authority) => {
      await host.call('browser.open', { address, authority });
    },
    environment: process.env,
    clock: systemClock,
    random: Math.random,
    commandLine: commandLineOf(dirname(config.transferWorkerPath), process.resourcesPath),
    transferWorkerPath: config.transferWorkerPath,
    importWorkerPath: config.importWorkerPath,
    previewWorkerPath: config.previewWorkerPath,
    network: config.network,
    log,
  };
}

/** Of a checkout, run by Electron; or of a package, run by the Node beside it, because Electron is no Node there. */
function commandLineOf(mainDir: string, resourcesPath: string): CommandLine | null {
  const own = join(mainDir, '../cli/stowage.js');
  if (existsSync(own)) return { node: process.execPath, program: own, env: { ELECTRON_RUN_AS_NODE: '1' } };
  const packaged = join(resourcesPath, 'command-line');
  const program = join(packaged, 'cli/stowage.js');
  const node = join(packaged, process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(program) && existsSync(node) ? { node, program, env: {} } : null;
}

function emulatorLauncher(host: HostClient): EmulatorLauncher {
  return {
    launch: async (args) => {
      const { childId } = await host.call('emulator.start', { args: [...args] });
      const lineListeners = new Set<(line: string) => void>();
      const exitListeners = new Set<(code: number | null) => void>();
      let exit: { readonly code: number | null } | null = null;
      const leave = (code: number | null): void => {
        if (exit) return;
        exit = { code };
        for (const listen of exitListeners) listen(code);
      };
      // Output lines before there is a listener are stored: an adopted child has printed everything already.
      const lines: string[] = [];
      host
        .subscribe('emulator.watch', { childId }, (event) => {
          if (event.kind === 'exit') return leave(event.code);
          lines.push(event.text);
          for (const listen of lineListeners) listen(event.text);
        })
        .catch(() => leave(null));
      return {
        onLine: (listen) => {
          for (const line of lines) listen(line);
          lineListeners.add(listen);
        },
        onExit: (listen) => {
          if (exit) listen(exit.code);
          else exitListeners.add(listen);
        },
        stop: async () => {
          await host.call('emulator.stop', { childId });
        },
      };
    },
  };
}
