// Further starts of the app, which this one has to do instead: heard from the beginning, and kept until somebody can do
// them. Loaded at the app's start, so it imports little; what was handed over is checked by whoever listens.
import type { App } from 'electron';
import { mostOfOneStart } from './asked-things';

export interface SecondStarts {
  /** Tells of each that waits, and from then on of each as it comes. Supports one listener. */
  listen(onStart: (handed: unknown) => void): void;
}

export function listenToSecondStarts(app: Pick<App, 'on'>): SecondStarts {
  const waiting: unknown[] = [];
  let tell = (handed: unknown): void => {
    if (waiting.length < mostOfOneStart) waiting.push(handed);
  };
  app.on('second-instance', (_event, _argv, _cwd, handed) => tell(handed));
  return {
    listen: (onStart) => {
      tell = onStart;
      for (const handed of waiting.splice(0)) onStart(handed);
    },
  };
}
