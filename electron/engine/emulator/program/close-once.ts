// Makes Azurite close exactly once. At the first signal it closes and saves its memory to disk; a second signal would
// kill it in the middle of that, and a signal of the other kind would make it close twice, which fails. Both happen: a
// waiting parent asks again, and Ctrl+C reaches the whole process group. Windows has no signal that asks at all. With
// this module loaded before Azurite, it closes once, however often and by whatever means it is asked: a signal, a
// message from the app, or the end of its input, if its parent holds that; the input also ends when the parent is
// killed.
const signals = ['SIGINT', 'SIGTERM'] as const;
const askAgainMs = 200;

interface App {
  on(event: 'message', listener: (told: { readonly data: unknown }) => void): unknown;
}
const { parentPort: app } = process as { readonly parentPort?: App };
const heard = (): void => {
  // The app receives the terminal's signals too, and asks when nothing needs the store any more.
  if (app === undefined) close();
};
let azurites: (() => void) | null = null;
let isClosing = false;

/** Does nothing before Azurite listens for signals: the waiting parent asks again. */
function close(): void {
  if (azurites === null || isClosing) return;
  isClosing = true;
  azurites();
}

// If the app was killed, nobody reads the output any more; the contents must be saved all the same.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
// A permanent listener, because a signal without any listener would kill the process.
for (const signal of signals) process.on(signal, heard);
// Closing the terminal ends the parent, which is enough, unless that runs under `nohup`.
process.on('SIGHUP', () => undefined);
process.on('newListener', (event: string, listener: () => void) => {
  const signal = signals.find((each) => each === event);
  if (signal === undefined || listener === heard) return;
  azurites ??= listener;
  process.nextTick(() => process.removeListener(signal, listener));
});
app?.on('message', ({ data }) => {
  if (data === 'close') close();
});
if (process.env.STOWAGE_STORE_ENDS_WITH === 'input') {
  process.stdin.on('close', () => void setInterval(close, askAgainMs).unref()).resume();
  process.stdin.unref();
}
