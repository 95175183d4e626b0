// Azurite closes at the first signal and writes meanwhile what it holds in memory to disk. A second signal would end it
// in the middle of that, and one of the other kind would make it close twice, which it fails on. Both happen: whoever
// waits asks again, and Ctrl+C reaches a whole group. Windows has no signal that asks at all. With this read before Azurite,
// it closes once however often and however it is asked: by a signal, by a message from the app, or by the end of its input
// where whoever started it holds that, which ends also when that process is killed.
const signals = ['SIGINT', 'SIGTERM'] as const;
const askAgainMs = 200;

interface App {
  on(event: 'message', listener: (told: { readonly data: unknown }) => void): unknown;
}
const { parentPort: app } = process as { readonly parentPort?: App };
const heard = (): void => {
  // The app hears what the terminal's group hears, and asks when nothing needs the store any more.
  if (app === undefined) close();
};
let azurites: (() => void) | null = null;
let isClosing = false;

/** Nothing yet where Azurite does not listen yet: whoever waits asks again. */
function close(): void {
  if (azurites === null || isClosing) return;
  isClosing = true;
  azurites();
}

// Nobody may be left to hear what it says, as where the app was killed: what it holds is written all the same.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
// One that stays: a signal without any listener would kill.
for (const signal of signals) process.on(signal, heard);
// A terminal that is closed ends who started it, which is enough, or does not where that runs under `nohup`.
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
