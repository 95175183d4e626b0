// What the app's own command line asks for. Chromium's switches pass by untouched, and so does all that a link or a file
// brings: what follows `--` or a link is no option.
import { isLink } from '@shared/links/marks';
import { resolve } from 'node:path';

export interface AppArguments {
  /** Absolute; absent for the platform's own place. */
  readonly stateDir?: string;
  /** Absolute; set when the app plays the guided tour by itself and leaves its pictures here. */
  readonly tourDir?: string;
  /** Whether the tour begins by itself where nothing is kept yet. */
  readonly firstTour: 'if-new' | 'never';
  readonly loadSampleData: 'if-absent' | 'never';
}

/**
 * Reads the arguments; relative folders are taken from `cwd`. A tour brings the sample data that it shows. Whoever
 * names a state folder knows the app, and sees no first tour unless `--first-tour` asks for it.
 */
export function parseArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): AppArguments {
  const own = ownWords(argv);
  const stateDir = valueOf(own, '--state-dir') ?? env.STOWAGE_STATE_DIR;
  const tourDir = valueOf(own, '--tour');
  return {
    ...(stateDir ? { stateDir: resolve(cwd, stateDir) } : {}),
    ...(tourDir ? { tourDir: resolve(cwd, tourDir) } : {}),
    firstTour: own.includes('--first-tour') || (!stateDir && !tourDir) ? 'if-new' : 'never',
    loadSampleData: own.includes('--sample') || tourDir ? 'if-absent' : 'never',
  };
}

/** The words before anything that a link or a file may have brought. */
export function ownWords(argv: readonly string[]): readonly string[] {
  const foreign = argv.findIndex((argument) => argument === '--' || isLink(argument));
  return foreign < 0 ? argv : argv.slice(0, foreign);
}

function valueOf(argv: readonly string[], name: string): string | undefined {
  return argv.find((argument) => argument.startsWith(`${name}=`))?.slice(name.length + 1);
}
