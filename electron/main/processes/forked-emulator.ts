// One emulator program in a utility process: its output, its listeners, and how it is requested to save and close.

/** The part of Electron's UtilityProcess that it needs. */
export interface ForkedProcess {
  readonly pid?: number | undefined;
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  on(event: 'exit', listener: (code: number) => void): unknown;
  /** Requests that it saves and closes; may be repeated. */
  close(): void;
}

export type EmulatorEvent =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'exit'; readonly code: number | null };

export interface ForkedEmulator {
  readonly id: number;
  readonly args: readonly string[];
  readonly process: ForkedProcess;
  /** The output so far. */
  readonly events: readonly EmulatorEvent[];
  readonly watchers: Set<(event: EmulatorEvent) => void>;
  readonly gone: Promise<void>;
  /** The engine that started it crashed. */
  orphan: boolean;
}

/** Number of lines stored for later listeners: many more than the emulator prints while it starts. */
const maxLines = 200;
/** Printed once by each of its services, blobs and tables: when it answers, and when everything is on disk. */
const listeningLine = 'service is successfully listening';
const closedLine = 'service successfully closed';
const services = 2;
/** A process that has only just started does not receive the first message. */
const retryAfterMs = 200;

/** `onExit` is called before the listeners. */
export function listenTo(
  { id, args, process }: Pick<ForkedEmulator, 'id' | 'args' | 'process'>,
  onExit: () => void,
): ForkedEmulator {
  let leave = (): void => undefined;
  const gone = new Promise<void>((resolve) => (leave = resolve));
  const events: EmulatorEvent[] = [];
  const emulator: ForkedEmulator = { id, args, process, events, watchers: new Set(), gone, orphan: false };
  const emit = (event: EmulatorEvent): void => {
    events.push(event);
    if (events.length > maxLines) events.splice(maxLines / 2, 1);
    for (const watcher of [...emulator.watchers]) watcher(event);
  };
  const toLines = (): ((text: string) => void) => splitLines((text) => emit({ kind: 'line', text }));
  for (const output of [process.stdout, process.stderr]) {
    output?.setEncoding('utf8');
    output?.on('data', toLines());
  }
  process.on('exit', (code) => {
    onExit();
    emit({ kind: 'exit', code });
    leave();
  });
  return emulator;
}

export interface CloseOptions {
  /** How long it may take to save and close before it is killed, in ms. */
  readonly stopLimitMs: number;
  /** Kills a process immediately; it may be gone already. */
  readonly end: (pid: number) => void;
}

/** Resolves when it is gone. */
export async function closeEmulator(emulator: ForkedEmulator, options: CloseOptions): Promise<void> {
  const { process, events, watchers, gone } = emulator;
  const countLines = (text: string): number =>
    events.filter((event) => event.kind === 'line' && event.text.includes(text)).length;
  const end = (): void => {
    if (process.pid !== undefined) options.end(process.pid);
  };
  const requestStop = (): void => {
    // While it starts, everything it has is on disk, and it ignores signals.
    if (countLines(listeningLine) < services) end();
    else process.close();
  };
  const closing = (event: EmulatorEvent): void => {
    if (event.kind === 'line' && countLines(closedLine) === services) end();
  };
  watchers.add(closing);
  requestStop();
  const again = setInterval(requestStop, retryAfterMs);
  const limit = setTimeout(end, options.stopLimitMs);
  await gone;
  clearInterval(again);
  clearTimeout(limit);
}

/** Splits text that arrives in pieces into lines. */
export function splitLines(line: (text: string) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    const parts = (rest + piece).split(/\r?\n/);
    rest = parts.pop() ?? '';
    for (const part of parts) if (part !== '') line(part);
  };
}
