// Where the other programs of the build lie, seen from main's own bundle.
import { createRequire } from 'node:module';
import { join } from 'node:path';

export interface BuildPaths {
  readonly preload: string;
  readonly rendererDir: string;
  readonly engineHost: string;
  readonly transferWorker: string;
  readonly importWorker: string;
  readonly emulatorProgram: string;
}

/** `mainFile` is the path of main's bundle. */
export function buildPaths(mainDir: string, mainFile: string): BuildPaths {
  return {
    preload: join(mainDir, '../preload/index.js'),
    rendererDir: join(mainDir, '../renderer'),
    engineHost: join(mainDir, 'engine-host.js'),
    transferWorker: join(mainDir, 'transfer-worker.js'),
    importWorker: join(mainDir, 'import-worker.js'),
    emulatorProgram: createRequire(mainFile).resolve('azurite/dist/src/azurite.js'),
  };
}
