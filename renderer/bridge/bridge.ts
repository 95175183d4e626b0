// The typed client of the contract over the preload's API: routes calls to main or the engine, resubscribes after an
// engine restart, validates notices and (in tests) results. One instance per window: client.ts.
import { StowageError, cancelled } from '@shared/errors';
import type {
  CallInput,
  CallName,
  CallOutput,
  PickedSource,
  StreamEvent,
  StreamInput,
  StreamName,
} from '@shared/ipc/contract';
import type { CallSchemas, StreamSchemas } from '@shared/ipc/endpoint';
import { isForMain } from '@shared/ipc/main-calls';
import type { Settings } from '@shared/model/settings';
import { type ReplyEnvelope, replyEnvelope } from '@shared/ipc/protocol';
import { type AppCommand, type HeldOpen, type WindowApi, windowNotice } from '@shared/ipc/window-api';
import { type EngineState, EngineLink } from './engine-link';
import { createListeners } from './listeners';

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface SubscribeOptions extends CallOptions {
  /**
   * A stream that only observes continues after an engine restart; one that does work must not be started again without
   * a request.
   */
  readonly afterRestart?: 'resubscribe' | 'fail';
  /** Ends the stream as `signal` does, and waits for its final events. */
  readonly stop?: AbortSignal;
}

export interface BridgeParts {
  readonly api: WindowApi;
  /** Hands over messages posted to the window by the preload; returns how to stop listening. */
  readonly listen: (receive: (message: unknown, ports: readonly MessagePort[]) => void) => () => void;
  /** The contract, where answers are held against it: in tests. A window that is built makes none of its schemas. */
  readonly contract?: {
    readonly calls: Readonly<Record<CallName, CallSchemas>>;
    readonly streams: Readonly<Record<StreamName, StreamSchemas>>;
  };
}

export interface Bridge {
  call<N extends CallName>(name: N, input: CallInput<N>, options?: CallOptions): Promise<CallOutput<N>>;
  /** Resolves when the stream ends; rejects when it fails or `signal` aborts. */
  subscribe<N extends StreamName>(
    name: N,
    input: StreamInput<N>,
    onEvent: (event: StreamEvent<N>) => void,
    options?: SubscribeOptions,
  ): Promise<void>;
  registerDroppedFiles(files: readonly File[]): Promise<readonly PickedSource[]>;
  onCommand(listener: (command: AppCommand) => void): () => void;
  onOpened(listener: () => void): () => void;
  onHeldOpen(listener: (comesBack: HeldOpen) => void): () => void;
  onSettings(listener: (settings: Settings) => void): () => void;
  engineState(): EngineState;
  onEngineState(listener: () => void): () => void;
  dispose(): void;
}

/**
 * Calls that only read: repeated once when the engine restarts under them, so that no view shows a false failure. A call
 * under which it dies again may be what brings it down, and fails. Those that parse the content of a blob are not
 * repeated at all.
 */
const repeatable: ReadonlySet<CallName> = new Set<CallName>([
  'connections.probe',
  'connections.test',
  'sample-data.present',
  'tables.list',
  'containers.list',
  'blobs.list',
  'blobs.properties',
  'blob-details.account',
  'blob-details.read',
  'blob-details.tags',
  'blob-details.past',
  'access.read',
  'container-details.read',
  'container-details.access',
  'sas.policies',
  'sas.table-policies',
  'preview.read',
  'lab.list',
  'staged.read',
  // Sends the current state, replacing any earlier one.
  'staged.keep',
]);

const maxRepeats = 1;

export function createBridge({ api, listen, contract }: BridgeParts): Bridge {
  const link = new EngineLink();
  const commands = createListeners<[AppCommand]>();
  /** Chosen while the window was still starting: a key that was pressed then is not lost. */
  let early: AppCommand[] | null = [];
  const opened = createListeners();
  const heldOpen = createListeners<[HeldOpen]>();
  const changedSettings = createListeners<[Settings]>();

  const stopListening = listen((message, ports) => {
    const notice = windowNotice.safeParse(message);
    if (!notice.success) return;
    switch (notice.data.stowage) {
      case 'engine-port':
        if (ports[0]) link.accept(ports[0]);
        break;
      case 'engine-state':
        link.report(notice.data.state);
        break;
      case 'command':
        if (early === null) commands.notify(notice.data.command);
        else early.push(notice.data.command);
        break;
      case 'settings':
        changedSettings.notify(notice.data.settings);
        break;
      case 'opened':
        opened.notify();
        break;
      case 'held-open':
        heldOpen.notify(notice.data.comesBack);
        break;
    }
  });
  api.connectEngine();

  const callMain = async (name: CallName, input: unknown, signal?: AbortSignal): Promise<unknown> => {
    if (signal?.aborted) throw cancelled();
    const reply = await api.invoke(name, input);
    if (signal?.aborted) throw cancelled();
    return valueOf(reply);
  };

  const callEngine = async (name: CallName, input: unknown, signal?: AbortSignal): Promise<unknown> => {
    for (let restarts = 0; ; restarts += 1) {
      // Posted before the caller continues: rendering takes longer than the message needs to reach the engine.
      const client = link.now ?? (await link.client(signal));
      try {
        return await client.call(name, input, signal);
      } catch (thrown) {
        if (!isRestart(thrown) || !repeatable.has(name) || restarts === maxRepeats) throw thrown;
        await link.client(signal);
      }
    }
  };

  return {
    async call(name, input, options = {}) {
      const invokeCall = isForMain(name) ? callMain : callEngine;
      const output = await invokeCall(name, input, options.signal);
      return (contract ? checked(contract.calls[name].output, output, name) : output) as CallOutput<typeof name>;
    },

    async subscribe(name, input, onEvent, options = {}) {
      const { signal, stop, afterRestart = 'resubscribe' } = options;
      const receive = (value: unknown): void => {
        const event = contract ? checked(contract.streams[name].event, value, name) : value;
        onEvent(event as StreamEvent<typeof name>);
      };
      for (;;) {
        // Sent at once like a call: later calls of the same task arrive after it.
        const client = link.now ?? (await link.client(signal, afterRestart === 'resubscribe' ? 'wait' : 'reject'));
        try {
          await client.subscribe(name, input, receive, { signal, stop });
          return;
        } catch (thrown) {
          if (!isRestart(thrown) || afterRestart === 'fail') throw thrown;
        }
      }
    },

    registerDroppedFiles: async (files) => valueOf(await api.registerDroppedFiles(files)) as readonly PickedSource[],

    onCommand: (listener) => {
      const stop = commands.listen(listener);
      early?.forEach(listener);
      early = null;
      return stop;
    },
    onOpened: opened.listen,
    onHeldOpen: heldOpen.listen,
    onSettings: changedSettings.listen,
    engineState: () => link.state,
    onEngineState: (listener) => link.onStateChange(listener),
    dispose: stopListening,
  };
}

/** What main answered; throws the failure that it answered with. */
function valueOf(envelope: ReplyEnvelope): unknown {
  const reply = replyEnvelope.parse(envelope);
  if (reply.t === 'failed') throw StowageError.fromShape(reply.error);
  return reply.value;
}

function isRestart(thrown: unknown): boolean {
  return thrown instanceof StowageError && thrown.code === 'network.engine-restarted';
}

interface Schema {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: unknown }
    | { readonly success: false; readonly error: { readonly message: string } };
}

function checked(schema: Schema, value: unknown, name: string): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new StowageError('bug.unexpected', `${name} answered out of contract: ${parsed.error.message}`);
}
