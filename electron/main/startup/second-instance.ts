// Further starts of the app, which this instance handles instead: received from the beginning, and stored until there
// is a handler. Loaded at the app's start, so it imports little; the handler checks what was passed on.
import type { App } from 'electron';
import { maxPerLaunch } from './pending-opens';

export interface SecondStarts {
  /** Delivers each that waits, and from then on each as it comes. Supports one listener. */
  listen(onStart: (handed: unknown) => void): void;
}

export function listenToSecondStarts(app: Pick<App, 'on'>): SecondStarts {
  const waiting: unknown[] = [];
  let deliver = (handed: unknown): void => {
    if (waiting.length < maxPerLaunch) waiting.push(handed);
  };
  app.on('second-instance', (_event, _argv, _cwd, handed) => deliver(handed));
  return {
    listen: (onStart) => {
      deliver = onStart;
      for (const handed of waiting.splice(0)) onStart(handed);
    },
  };
}
