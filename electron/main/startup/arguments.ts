// The app's own command line. Chromium's switches are ignored, and so is everything that a link or a file may contain:
// arguments after `--` or a link are not options.
import { isLink } from '@shared/links/marks';
import { resolve } from 'node:path';

export interface AppArguments {
  /** Absolute; absent for the platform's own place. */
  readonly stateDir?: string;
  /** Absolute path; set when the app plays the guided tour by itself and stores its pictures here. */
  readonly tourDir?: string;
  /** Whether the tour starts by itself in a new profile. */
  readonly firstTour: 'if-new' | 'never';
  readonly loadSampleData: 'if-absent' | 'never';
}

/**
 * Parses the arguments; relative folders are resolved against `cwd`. A tour includes the sample data that it shows.
 * Whoever names a state folder knows the app, so there is no first tour unless `--first-tour` asks for it.
 */
export function parseArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): AppArguments {
  const own = ownArguments(argv);
  const stateDir = valueOf(own, '--state-dir') ?? env.STOWAGE_STATE_DIR;
  const tourDir = valueOf(own, '--tour');
  return {
    ...(stateDir ? { stateDir: resolve(cwd, stateDir) } : {}),
    ...(tourDir ? { tourDir: resolve(cwd, tourDir) } : {}),
    firstTour: own.includes('--first-tour') || (!stateDir && !tourDir) ? 'if-new' : 'never',
    loadSampleData: own.includes('--sample') || tourDir ? 'if-absent' : 'never',
  };
}

/** The arguments before anything that a link or a file may have brought. */
export function ownArguments(argv: readonly string[]): readonly string[] {
  const foreign = argv.findIndex((argument) => argument === '--' || isLink(argument));
  return foreign < 0 ? argv : argv.slice(0, foreign);
}

function valueOf(argv: readonly string[], name: string): string | undefined {
  return argv.find((argument) => argument.startsWith(`${name}=`))?.slice(name.length + 1);
}
