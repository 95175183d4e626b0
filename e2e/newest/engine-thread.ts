// Starts the built engine host on this very Node, in the shape in which main starts its utility process.
import { join } from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { EventPort } from '@shared/ipc/port-channel';
import type { EngineChild } from '../../electron/main/processes/engine-run';

/** A port of Node that speaks as Electron's MessagePortMain does. */
export class ThreadPort implements EventPort {
  readonly port: MessagePort;

  constructor(port: MessagePort) {
    this.port = port;
  }
  postMessage(message: unknown): void {
    this.port.postMessage(message);
  }
  on(event: 'message' | 'close', listener: ((event: { readonly data: unknown }) => void) & (() => void)): this {
    if (event === 'close') this.port.on('close', listener);
    else this.port.on('message', (data: unknown) => listener({ data }));
    return this;
  }
  start(): void {
    this.port.start();
  }
  close(): void {
    this.port.close();
  }
}

export function newThreadChannel(): { readonly port1: ThreadPort; readonly port2: ThreadPort } {
  const { port1, port2 } = new MessageChannel();
  return { port1: new ThreadPort(port1), port2: new ThreadPort(port2) };
}

/** `program`: absolute path of the built engine host. What it writes to its terminal goes to `onOutput`. */
export function startEngineThread(program: string, onOutput: (text: string) => void): EngineChild<ThreadPort> {
  const thread = new Worker(join(__dirname, 'engine-thread.cjs'), {
    workerData: { program },
    stdout: true,
    stderr: true,
  });
  for (const output of [thread.stdout, thread.stderr]) {
    output.on('data', (piece: Buffer) => onOutput(piece.toString()));
  }
  thread.on('error', (error) => onOutput(`the engine's thread: ${error.stack ?? error.message}\n`));
  return {
    postMessage: (message, ports = []) => {
      const transferred = ports.map(({ port }) => port);
      thread.postMessage({ message, ports: transferred }, transferred);
    },
    on: (
      event: string,
      listener: ((message: unknown) => void) & ((code: number) => void) & ((type: string, location: string) => void),
    ) => thread.on(event, listener),
    kill: () => {
      void thread.terminate();
      return true;
    },
  };
}
