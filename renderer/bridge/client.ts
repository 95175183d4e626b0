// The window's one bridge, and plain functions over it. The only module that uses `window.stowage`.
import { StowageError } from '@shared/errors';
import type {
  CallInput,
  CallName,
  CallOutput,
  PickedSource,
  StreamEvent,
  StreamInput,
  StreamName,
} from '@shared/ipc/contract';
import type { Settings } from '@shared/model/settings';
import type { AppCommand, HeldOpen, WindowApi } from '@shared/ipc/window-api';
import { type Bridge, type CallOptions, type SubscribeOptions, createBridge } from './bridge';
import type { EngineState } from './engine-link';

declare global {
  interface Window {
    readonly stowage?: WindowApi;
  }
}

let current: Bridge | null = null;

function bridge(): Bridge {
  if (current) return current;
  const api = window.stowage;
  if (!api) throw new StowageError('bug.unexpected', 'The window was opened without its preload.');
  current = createBridge({ api, listen: listenToWindow });
  return current;
}

/** Only messages this very window posted to itself (the preload does) are looked at. */
function listenToWindow(receive: (message: unknown, ports: readonly MessagePort[]) => void): () => void {
  const onMessage = (event: MessageEvent<unknown>): void => {
    if (event.source === window) receive(event.data, event.ports);
  };
  window.addEventListener('message', onMessage);
  return () => window.removeEventListener('message', onMessage);
}

/** Tests replace the window's bridge by another one; null restores it. */
export function replaceBridge(replacement: Bridge | null): void {
  current = replacement;
}

/** Asks main or the engine, as the contract declares. Rejects with a StowageError. */
export function call<N extends CallName>(name: N, input: CallInput<N>, options?: CallOptions): Promise<CallOutput<N>> {
  return bridge().call(name, input, options);
}

/** Follows a stream until it ends (resolves), fails or `signal` aborts (rejects). Survives engine restarts. */
export function subscribe<N extends StreamName>(
  name: N,
  input: StreamInput<N>,
  onEvent: (event: StreamEvent<N>) => void,
  options?: SubscribeOptions,
): Promise<void> {
  return bridge().subscribe(name, input, onEvent, options);
}

/** Dropped `File` objects become tokens; their paths stay on the privileged side. */
export function registerDroppedFiles(files: readonly File[]): Promise<readonly PickedSource[]> {
  return bridge().registerDroppedFiles(files);
}

/** Commands of the application menu. Returns how to stop listening. */
export function onAppCommand(listener: (command: AppCommand) => void): () => void {
  return bridge().onCommand(listener);
}

/** Links and files that await a prompt. Returns a function that stops listening. */
export function onOpened(listener: () => void): () => void {
  return bridge().onOpened(listener);
}

/** The window was about to close, and its page kept it open. Returns a function that stops listening. */
export function onHeldOpen(listener: (comesBack: HeldOpen) => void): () => void {
  return bridge().onHeldOpen(listener);
}

/** Settings that another window changed. Returns how to stop listening. */
export function onSettingsElsewhere(listener: (settings: Settings) => void): () => void {
  return bridge().onSettings(listener);
}

export function engineState(): EngineState {
  return bridge().engineState();
}

export function onEngineState(listener: () => void): () => void {
  return bridge().onEngineState(listener);
}
