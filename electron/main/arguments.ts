// What the app's own command line asks for. Chromium's switches pass by untouched.
import { resolve } from 'node:path';

export interface AppArguments {
  /** Absolute; absent for the platform's own place. */
  readonly stateDir?: string;
  /** Absolute; set when the app plays the guided tour by itself and leaves its pictures here. */
  readonly tourDir?: string;
  readonly loadSampleData: 'if-absent' | 'never';
}

/** Reads the arguments; relative folders are taken from `cwd`. A tour brings the sample data that it shows. */
export function parseArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): AppArguments {
  const stateDir = valueOf(argv, '--state-dir') ?? env.STOWAGE_STATE_DIR;
  const tourDir = valueOf(argv, '--tour');
  return {
    ...(stateDir ? { stateDir: resolve(cwd, stateDir) } : {}),
    ...(tourDir ? { tourDir: resolve(cwd, tourDir) } : {}),
    loadSampleData: argv.includes('--sample') || tourDir ? 'if-absent' : 'never',
  };
}

function valueOf(argv: readonly string[], name: string): string | undefined {
  return argv.find((argument) => argument.startsWith(`${name}=`))?.slice(name.length + 1);
}
