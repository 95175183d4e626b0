// Further starts of the app, which this one has to do instead: heard from the beginning, and kept until somebody can do
// them. Loaded at the app's start, so it imports little; what was handed over is checked by whoever listens.
import type { App } from 'electron';
import { maxPerLaunch } from './pending-opens';

export interface SecondStarts {
  /** Tells of each that waits, and from then on of each as it comes. Supports one listener. */
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
