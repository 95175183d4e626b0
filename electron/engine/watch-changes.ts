// Turns change notifications into a stream: the current state at once, then again after every change.

/** Runs `send` now and after every change, one run at a time, until the signal aborts. */
export async function watchChanges(
  signal: AbortSignal,
  listeners: Set<() => void>,
  send: () => Promise<void>,
): Promise<void> {
  let wake = (): void => undefined;
  let dirty = true;
  const listen = (): void => {
    dirty = true;
    wake();
  };
  listeners.add(listen);
  signal.addEventListener('abort', listen, { once: true });
  try {
    while (!signal.aborted) {
      if (dirty) {
        dirty = false;
        await send();
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    listeners.delete(listen);
    signal.removeEventListener('abort', listen);
  }
}
