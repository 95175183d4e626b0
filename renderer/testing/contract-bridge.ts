// A bridge for component tests: the real client and the real protocol over a real channel, answered by scripted
// handlers. Inputs and outputs are parsed by the contract on both sides, so a test cannot drift from it.
import type { PickedSource } from '@shared/ipc/contract';
import { type CallHandlers, type Host, type StreamHandlers, calls, streams } from '@shared/ipc/contract';
import { type ServeOptions, runCall, serveChannel } from '@shared/ipc/endpoint';
import type { ReplyEnvelope } from '@shared/ipc/protocol';
import { StowageError } from '@shared/errors';
import { createBridge, replaceBridge } from '@renderer/bridge';
import { channelOverPort } from '@renderer/bridge/engine-link';

export interface Script {
  readonly calls?: Partial<CallHandlers<Host>>;
  readonly streams?: Partial<StreamHandlers<Host>>;
  /** What the preload makes of dropped files. */
  readonly dropped?: (files: readonly object[]) => readonly PickedSource[];
}

export interface TestBridge {
  /** Every call that was made, in order. */
  readonly requested: readonly { readonly name: string; readonly input: unknown }[];
  dispose(): void;
}

/** Replaces the window's bridge by a scripted one until it is disposed. */
export function installBridge(script: Script): TestBridge {
  const requested: { readonly name: string; readonly input: unknown }[] = [];
  const recorded = Object.fromEntries(
    Object.entries(script.calls ?? {}).map(([name, handler]) => [
      name,
      (input: never, context: { readonly signal: AbortSignal }): unknown => {
        requested.push({ name, input });
        return (handler as (given: never, context: unknown) => unknown)(input, context);
      },
    ]),
  );
  const options: ServeOptions = {
    calls,
    streams,
    handlers: { calls: recorded, streams: script.streams ?? {} },
    checkOutputs: 'yes',
  };
  const channel = new MessageChannel();
  serveChannel(channelOverPort(channel.port1), options);

  const bridge = createBridge({
    api: {
      invoke: (name, input) => replyTo(() => runCall(options, name, input, new AbortController().signal)),
      connectEngine: () => queueMicrotask(() => receive({ stowage: 'engine-port' }, [channel.port2])),
      registerDroppedFiles: (files) => replyTo(() => script.dropped?.(files) ?? []),
    },
    listen: (listener) => {
      receive = listener;
      return () => {
        receive = ignore;
      };
    },
    contract: { calls, streams },
  });
  replaceBridge(bridge);
  return {
    requested,
    dispose() {
      replaceBridge(null);
      bridge.dispose();
      channel.port1.close();
      channel.port2.close();
    },
  };
}

async function replyTo(work: () => unknown): Promise<ReplyEnvelope> {
  try {
    return { t: 'done', id: 0, value: await work() };
  } catch (thrown) {
    return { t: 'failed', id: 0, error: StowageError.from(thrown).toShape() };
  }
}

type Receive = (message: unknown, ports: readonly MessagePort[]) => void;
const ignore: Receive = () => undefined;
let receive: Receive = ignore;
