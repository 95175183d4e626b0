// Paths of the other built programs, relative to main's own bundle.
import { join } from 'node:path';

export interface BuildPaths {
  readonly preload: string;
  readonly rendererDir: string;
  readonly engineHost: string;
  readonly transferWorker: string;
  readonly importWorker: string;
  readonly previewWorker: string;
  readonly emulatorProgram: string;
  /** Of what the bundles contain, as JSON. */
  readonly licences: string;
  /** A catalogue of texts for each language, as JSON. */
  readonly stringsDir: string;
}

/** `mainDir` is the folder of main's bundle; in a package it lies inside the archive. */
export function buildPaths(mainDir: string): BuildPaths {
  return {
    preload: join(mainDir, '../preload/index.js'),
    rendererDir: join(mainDir, '../renderer'),
    engineHost: join(mainDir, 'engine-host.js'),
    transferWorker: join(mainDir, 'transfer-worker.js'),
    importWorker: join(mainDir, 'import-worker.js'),
    previewWorker: join(mainDir, 'preview-worker.js'),
    emulatorProgram: join(mainDir, 'emulator.js'),
    licences: join(mainDir, 'licences.json'),
    stringsDir: join(mainDir, 'strings'),
  };
}
