// What is at each of many paths. Synchronous: a trip through the thread pool for each costs thirty times the look.
import { type BigIntStats, accessSync, constants, statSync } from 'node:fs';
import { type ErrorShape } from '@shared/errors';
import { localError } from '../../disk/local-error';
import { type SourceIdentity, identityOf } from '../plan/source-watch';

export type Look =
  | { readonly kind: 'file'; readonly identity: SourceIdentity }
  /** Neither file nor folder that could be read. */
  | { readonly kind: 'special' }
  | { readonly kind: 'problem'; readonly error: ErrorShape };

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

export function lookOf(stats: BigIntStats): Look {
  return stats.isFile() ? { kind: 'file', identity: identityOf(stats) } : { kind: 'special' };
}
