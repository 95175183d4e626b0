// The app's command line, its consequences for Chromium and for a restart, and the links that lead to the app.
// Chromium's switches are ignored, and so is everything that a link or a file may contain: arguments after `--` or a
// link are not options.
import { isLink, linkScheme } from '@shared/links/marks';
import { resolve } from 'node:path';
import { opensOf } from './pending-opens';

export interface AppArguments {
  /** Absolute; absent for the default location of the platform. */
  readonly stateDir?: string;
  /** Absolute path; set when the app plays the guided tour unattended and stores its pictures here. */
  readonly tourDir?: string;
  /** Whether the tour starts automatically in a new profile. */
  readonly firstTour: 'if-new' | 'never';
  readonly loadSampleData: 'if-absent' | 'never';
}

/**
 * Parses the arguments; relative folders are resolved against `cwd`. A tour includes the sample data that it shows. A
 * user who names a state folder knows the app, so there is no first tour unless `--first-tour` requests it.
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

/**
 * For Chromium's switch `host-resolver-rules`.
 * @param pacAddress of the switch `proxy-pac-url`; empty where it was not given
 */
export function resolverRules(pacAddress: string): string {
  const nobody = 'MAP * ~NOTFOUND';
  try {
    return `${nobody} , EXCLUDE ${new URL(pacAddress).hostname}`;
  } catch {
    return nobody;
  }
}

/** Registers the app for its links: when it is installed and no package does so. */
interface LinkClaim {
  /** A development build must not take links away from an installed app. */
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  readonly claim: (scheme: string, args: string[]) => boolean;
}

/** On Linux the package's desktop entry does it; a call would change the user's choices for all desktops. */
export function claimLinks({ isPackaged, platform, claim }: LinkClaim): void {
  if (!isPackaged || platform === 'linux') return;
  // Arguments after the dashes are options neither of the app nor of Chromium.
  claim(linkScheme, ['--']);
}

/** Restarts the app with the same arguments, except for what should have been opened. */
export function againWith(
  opens: readonly string[],
  { argv, env }: Pick<NodeJS.Process, 'argv' | 'env'> = process,
  cwd: string = process.cwd(),
): { readonly args: string[]; readonly execPath?: string } {
  const own = argv.slice(1).filter((arg) => opensOf([arg], cwd).length === 0);
  // An AppImage is unmounted when the process that it started ends.
  return { args: [...own, ...opens], ...(env.APPIMAGE === undefined ? {} : { execPath: env.APPIMAGE }) };
}
