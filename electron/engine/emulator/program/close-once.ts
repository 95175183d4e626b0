// Closes the services exactly once. To close, they save their memory to disk: killed by a second signal in the middle
// of that, they would lose it. Several requests to close are normal: a waiting parent repeats its request, and Ctrl+C
// reaches the whole process group. Windows has no signal that requests a close. So they close once, however often and
// by whatever means it is requested: a signal, a message from the app, or the end of the input, if the parent holds
// that; the input also ends when the parent is killed.
const signals = ['SIGINT', 'SIGTERM'] as const;
const retryAfterMs = 200;

interface App {
  on(event: 'message', listener: (message: { readonly data: unknown }) => void): unknown;
}
const { parentPort: app } = process as { readonly parentPort?: App };
const onMessage = (): void => {
  // The app receives the terminal's signals too, and requests the close when nothing needs the store any more.
  if (app === undefined) close();
};
let closeServices: (() => void) | null = null;
let isClosing = false;

/** `closing` closes the services, once they have all started. */
export function onClose(closing: () => void): void {
  closeServices = closing;
}

/** Does nothing before the services have started: the waiting parent repeats its request. */
function close(): void {
  if (closeServices === null || isClosing) return;
  isClosing = true;
  closeServices();
}

// If the app was killed, no process reads the output any more; the contents must be saved all the same.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
// A permanent listener, because a signal without any listener would kill the process.
for (const signal of signals) process.on(signal, onMessage);
// Closing the terminal ends the parent, which is enough, unless that runs under `nohup`.
process.on('SIGHUP', () => undefined);
app?.on('message', ({ data }) => {
  if (data === 'close') close();
});
if (process.env.STOWAGE_STORE_ENDS_WITH === 'input') {
  process.stdin.on('close', () => void setInterval(close, retryAfterMs).unref()).resume();
  process.stdin.unref();
}
