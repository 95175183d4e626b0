// The engine's utility process: builds the engine's ports from what main offers, composes the engine, and serves the
// contract on every port that main hands over.
import type { MessagePortMain } from 'electron';
import { callsOfEngine, streams } from '@shared/ipc/contract';
import { StowageError, onUnforeseen } from '@shared/errors';
import { createBugTeller, describeBug, detailOf } from '@shared/ipc/describe-bug';
import { type EngineConfig, type EngineReport, engineOrder } from '@shared/ipc/engine-boot';
import { ChannelClient, type ServeOptions, serveChannel } from '@shared/ipc/endpoint';
import { eventPortChannel } from '@shared/ipc/port-channel';
import { takeUp } from '@shared/strings/locale';
import { type Engine, createEngine } from '../engine/engine';
import { openFaultLog } from '../disk/fault-log';
import { openProcessLog } from '../disk/process-log';
import { widenThreadPool } from '../engine/runtime/thread-pool';
import { enginePorts } from './engine-ports';
import { HostClient } from './host-client';

widenThreadPool(process.env);
const { parentPort } = process;
let started: { readonly engine: Engine; readonly service: ServeOptions } | null = null;

const report = (message: EngineReport): void => parentPort.postMessage(message);
/** Does nothing until the location of the fault log is known. */
let keep: (text: string) => void = () => undefined;
const { log, hasRoom } = openProcessLog({ name: 'stowage engine', keep: (text) => keep(text) });
const bugs = createBugTeller(log, hasRoom);
onUnforeseen(bugs.unforeseen);
// Ctrl+C in a terminal and a system shutdown signal every process of the app at once. This one ignores it: main handles
// the signal and ends the engine once the windows have handed over their data.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// Only reports the error: the process still crashes, and main starts a new one.
process.on('uncaughtExceptionMonitor', (error: unknown, origin) => bugs.ended(StowageError.from(error), origin));

parentPort.on('message', ({ data, ports }) => {
  const parsed = engineOrder.safeParse(data);
  if (!parsed.success) return;
  const [port] = ports;
  switch (parsed.data.order) {
    case 'start':
      if (port) start(parsed.data.config, port);
      break;
    case 'serve-window':
      if (port && started) serveChannel(eventPortChannel(port), started.service);
      break;
    case 'speak':
      takeUp(parsed.data.locale);
      break;
    case 'stop':
      void stop();
      break;
  }
});

function start(config: EngineConfig, port: MessagePortMain): void {
  const { stateDir, version } = config;
  keep = openFaultLog({ stateDir, writer: 'engine', version, now: () => new Date() });
  try {
    takeUp(config.locale);
    const host = new HostClient(new ChannelClient(eventPortChannel(port)));
    const engine = createEngine(enginePorts(config, host, log), {
      loadSampleData: config.loadSampleData,
      totalPace: 'holds',
    });
    started = {
      engine,
      service: {
        calls: callsOfEngine,
        streams,
        handlers: { calls: engine.calls, streams: engine.streams },
        checkOutputs: config.checkOutputs,
        onBug: bugs.ended,
      },
    };
    report({ report: 'ready' });
  } catch (error) {
    report({ report: 'failed', detail: describeBug(StowageError.from(error), 'the engine') });
    setImmediate(() => process.exit(1));
  }
}

async function stop(): Promise<void> {
  try {
    await started?.engine.dispose();
  } catch (error) {
    log(`The engine did not end cleanly: ${detailOf(error)}`);
  }
  process.exit(0);
}
