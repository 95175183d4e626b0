// Remembers which files and folders a person handed to the app, under random tokens. The window sees tokens and names;
// only the engine learns paths, and only of what was registered here.
import { stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import type { PickedSource } from '@shared/ipc/contract';
import { type ErrorContext, StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { localError } from '../../disk/local-error';

export interface SourceRegistry {
  /**
   * Looks at the file or folder at an absolute path and gives it a token. What was picked `as` a folder and is missing is
   * told of as one, with its whole path. Throws `local.*` and `invalid.input`.
   */
  register(path: string, as?: 'folder'): Promise<PickedSource>;
  /** Gives a token to an absolute path that a person chose to save to, or dropped; nothing needs to be there yet. */
  registerTarget(path: string): PickedSource;
  /** The absolute path behind a token; null when it is none of ours. */
  resolve(token: string): string | null;
  /** Knows a place under the token that it had in an earlier run. */
  adopt(token: string, path: string): void;
}

/** Makes an empty registry; `newToken` must be unguessable. */
export function createSourceRegistry(newToken: () => string): SourceRegistry {
  const pathByToken = new Map<string, string>();
  const tokenByPath = new Map<string, string>();
  return {
    register: async (path, as) => {
      if (!isAbsolute(path) || path.includes('\0')) {
        throw new StowageError('invalid.input', 'A picked file has no place on this machine.', {
          context: { field: 'File', problem: t`it has no place on this machine.`, fix: t`Pick a file from a folder.` },
        });
      }
      const found = await stat(path).catch((error: unknown) => Promise.reject(cannotRead(path, error, as)));
      if (!found.isFile() && !found.isDirectory()) {
        throw new StowageError('invalid.input', `${basename(path)} is neither a file nor a folder.`, {
          context: {
            field: basename(path),
            problem: t`it is neither a file nor a folder.`,
            fix: t`Pick something else.`,
          },
        });
      }
      const token = tokenByPath.get(path) ?? newToken();
      tokenByPath.set(path, token);
      pathByToken.set(token, path);
      // A folder's size would take a walk; the plan of the transfer makes it.
      const size = found.isFile()
        ? { kind: 'file' as const, bytes: found.size }
        : { kind: 'folder' as const, bytes: 0 };
      return { token, name: basename(path) || path, ...size };
    },
    registerTarget: (path) => {
      const token = tokenByPath.get(path) ?? newToken();
      tokenByPath.set(path, token);
      pathByToken.set(token, path);
      return { token, name: basename(path) || path, kind: 'file', bytes: 0 };
    },
    resolve: (token) => pathByToken.get(token) ?? null,
    adopt: (token, path) => {
      tokenByPath.set(path, token);
      pathByToken.set(token, path);
    },
  };
}

function cannotRead(path: string, error: unknown, as: 'folder' | undefined): StowageError {
  const { code, context } = localError(error, basename(path));
  const what: ErrorContext = as === 'folder' && code === 'local.not-found' ? { path, folder: 'missing' } : context;
  return new StowageError(code, `${basename(path)} could not be read.`, { context: what, cause: error });
}
