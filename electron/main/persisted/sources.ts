// Registers which files and folders the user selected, under random tokens, and for which purpose. The window sees
// tokens and names; only the engine gets paths, and only of files that were registered here for the purpose at hand.
import { stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import type { PickedSource } from '@shared/ipc/contract';
import { type ErrorContext, StowageError } from '@shared/errors';
import { type FilePurpose, isUsedOnce } from '@shared/model/file-purpose';
import { t } from '@shared/strings/t';
import { localError } from '../../disk/local-error';

/** What a token is valid for: one purpose, and one account if `connectionId` names it. */
export interface SourceUse {
  readonly pickedFor: FilePurpose;
  readonly connectionId?: string | undefined;
}

export interface SourceRegistry {
  /**
   * Inspects the file or folder at an absolute path and gives it a token. A missing item picked `as` a folder is
   * reported as one, with its whole path. Throws `local.*` and `invalid.input`.
   */
  register(path: string, use: SourceUse | 'dropped', as?: 'folder'): Promise<PickedSource>;
  /** Gives a token to an absolute path that the user chose to save to, or dropped; nothing needs to be there yet. */
  registerTarget(path: string, use: SourceUse | 'dropped'): PickedSource;
  /**
   * The absolute path of a token; null when it is unknown, was registered for something else, or is used up. A dropped
   * file can be used for the first purpose that requests it, of those that a drop can have.
   */
  resolve(token: string, use: SourceUse): string | null;
  /** Knows a path under the token that it had in an earlier run. */
  adopt(token: string, path: string, use: SourceUse): void;
}

interface Registered {
  readonly path: string;
  use: SourceUse | 'dropped';
}

/** The purposes of a dropped file: all of them read. */
const purposesOfDrops: readonly FilePurpose[] = ['upload', 'import', 'query'];

/** Makes an empty registry; `newToken` must be unguessable. */
export function createSourceRegistry(newToken: () => string): SourceRegistry {
  const byToken = new Map<string, Registered>();
  /** The same pick again has the same token, unless it is valid for one use only. */
  const tokenOf = new Map<string, string>();
  const tokenFor = (path: string, use: SourceUse | 'dropped'): string => {
    if (use === 'dropped' || isUsedOnce(use.pickedFor)) {
      const token = newToken();
      byToken.set(token, { path, use });
      return token;
    }
    const key = JSON.stringify([path, use.pickedFor, use.connectionId ?? null]);
    const token = tokenOf.get(key) ?? newToken();
    tokenOf.set(key, token);
    byToken.set(token, { path, use });
    return token;
  };
  return {
    register: async (path, use, as) => {
      if (!isAbsolute(path) || path.includes('\0')) {
        throw new StowageError('invalid.input', 'A picked file has no place on this machine.', {
          context: {
            field: 'File',
            problem: t`it has no path on this computer.`,
            fix: t`Choose a file from a folder.`,
          },
        });
      }
      const found = await stat(path).catch((error: unknown) => Promise.reject(cannotRead(path, error, as)));
      if (!found.isFile() && !found.isDirectory()) {
        throw new StowageError('invalid.input', `${basename(path)} is neither a file nor a folder.`, {
          context: {
            field: basename(path),
            problem: t`it is neither a file nor a folder.`,
            fix: t`Choose something else.`,
          },
        });
      }
      // A folder's size would require a walk; the plan of the transfer does that.
      const size = found.isFile()
        ? { kind: 'file' as const, bytes: found.size }
        : { kind: 'folder' as const, bytes: 0 };
      return { token: tokenFor(path, use), name: basename(path) || path, ...size };
    },
    registerTarget: (path, use) => ({
      token: tokenFor(path, use),
      name: basename(path) || path,
      kind: 'file',
      bytes: 0,
    }),
    resolve: (token, { pickedFor, connectionId }) => {
      const known = byToken.get(token);
      if (known === undefined) return null;
      if (known.use === 'dropped') {
        if (!purposesOfDrops.includes(pickedFor)) return null;
        known.use = { pickedFor };
      }
      const { use } = known;
      if (use.pickedFor !== pickedFor) return null;
      if (use.connectionId !== undefined && use.connectionId !== connectionId) return null;
      if (isUsedOnce(pickedFor)) byToken.delete(token);
      return known.path;
    },
    adopt: (token, path, use) => {
      byToken.set(token, { path, use });
      tokenOf.set(JSON.stringify([path, use.pickedFor, use.connectionId ?? null]), token);
    },
  };
}

function cannotRead(path: string, error: unknown, as: 'folder' | undefined): StowageError {
  const { code, context } = localError(error, basename(path));
  const what: ErrorContext = as === 'folder' && code === 'local.not-found' ? { path, folder: 'missing' } : context;
  return new StowageError(code, `${basename(path)} could not be read.`, { context: what, cause: error });
}
