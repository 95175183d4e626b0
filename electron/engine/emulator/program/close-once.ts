// Azurite closes at the first signal and writes meanwhile what it holds in memory to disk. A second signal would end it
// in the middle of that, and one of the other kind would make it close twice, which it fails on. Both happen: whoever
// waits asks again, and Ctrl+C reaches a whole group. With this read before Azurite, it closes once however often it is
// asked; before it listens, it hears nothing.
const signals = ['SIGINT', 'SIGTERM'] as const;

for (const heard of signals) {
  // The first listener, and one that stays: a signal without any would kill.
  process.on(heard, () => {
    for (const other of signals) {
      if (other !== heard) for (const close of process.listeners(other).slice(1)) process.removeListener(other, close);
    }
  });
}
