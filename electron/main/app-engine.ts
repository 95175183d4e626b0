// The engine's process as Electron makes it: a utility process, reached over its message channels.
import { MessageChannelMain, type MessagePortMain, utilityProcess } from 'electron';
import { type EngineProcess, type EngineProcessOptions, createEngineProcess } from './engine-process';
import { engineName } from './process-watch';

export type AppEngineOptions = Omit<EngineProcessOptions<MessagePortMain>, 'fork' | 'newChannel' | 'now'>;

/** `hostPath`: the built program of the engine's process. */
export function createAppEngine(hostPath: string, options: AppEngineOptions): EngineProcess<MessagePortMain> {
  return createEngineProcess({
    ...options,
    fork: () => utilityProcess.fork(hostPath, [], { serviceName: engineName, stdio: 'inherit' }),
    newChannel: () => new MessageChannelMain(),
    now: () => performance.now(),
  });
}
