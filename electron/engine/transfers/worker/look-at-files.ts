// Stats many paths. Synchronous: a trip through the thread pool per file would cost thirty times as much.
import { accessSync, constants, statSync } from 'node:fs';
import { localError } from '../../../disk/local-error';
import { type Look, lookOf } from '../plan/source-watch';

/** Answers in order. */
export function lookAtFiles(paths: readonly string[], reading: 'untried' | 'tried'): readonly Look[] {
  return paths.map((path) => {
    try {
      const look = lookOf(statSync(path, { bigint: true }));
      if (reading === 'tried') accessSync(path, constants.R_OK);
      return look;
    } catch (error) {
      return { kind: 'problem', error: localError(error, path).toShape() };
    }
  });
}
