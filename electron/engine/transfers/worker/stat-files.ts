// Stats many paths. Synchronous: a trip through the thread pool per file would cost thirty times as much.
import { accessSync, constants, statSync } from 'node:fs';
import { localError } from '../../../disk/local-error';
import { type Lookup, lookupOf } from '../plan/source-watch';

/** Answers in order. */
export function statFiles(paths: readonly string[], reading: 'untried' | 'tried'): readonly Lookup[] {
  return paths.map((path) => {
    try {
      const lookup = lookupOf(statSync(path, { bigint: true }));
      if (reading === 'tried') accessSync(path, constants.R_OK);
      return lookup;
    } catch (error) {
      return { kind: 'problem', error: localError(error, path).toShape() };
    }
  });
}
