// Options of AzCopy and rclone that `copy`, `upload` and `download` also accept, as what people type by habit. They are
// hidden in the help and listed in docs/from-azcopy.md.
import { type Command, Option } from 'commander';
import { invalidInput } from '@shared/errors';
import { parseBytes } from '../numbers';

export interface AliasFlags {
  readonly recursive?: boolean;
  readonly includePattern?: string;
  readonly excludePattern?: string;
  readonly capMbps?: string;
  readonly putMd5?: boolean;
  readonly checkMd5?: string;
  readonly transfers?: string;
  readonly bwlimit?: string;
  readonly progress?: boolean;
  readonly followSymlinks?: boolean;
  readonly copyLinks?: boolean;
  readonly includeDirectoryStub?: boolean;
  readonly createEmptySrcDirs?: boolean;
  readonly keepEmptyFolders?: boolean;
}

export function addAliases(command: Command): Command {
  const options = [
    new Option('--recursive'),
    new Option('--include-pattern <globs>'),
    new Option('--exclude-pattern <globs>'),
    new Option('--cap-mbps <number>'),
    new Option('--put-md5'),
    new Option('--check-md5 <mode>'),
    new Option('--transfers <n>'),
    new Option('--bwlimit <bytes>'),
    new Option('-P, --progress'),
    new Option('--follow-symlinks'),
    new Option('-L, --copy-links'),
    new Option('--include-directory-stub'),
    new Option('--create-empty-src-dirs'),
    new Option('--keep-empty-folders'),
  ];
  for (const option of options) command.addOption(option.hideHelp());
  return command;
}

const allContents =
  'Leave it out: folders are transferred with all their contents, ls takes --recursive, and rm takes a folder as NAME/.';

/** What is written instead of options of cp, rm, rsync and others that mean something else here, or nothing. */
export const instead: Readonly<Record<string, string>> = {
  '-r': allContents,
  '-R': allContents,
  '-n': 'Write --dry-run.',
  '-f': 'Write --yes to delete, or --overwrite always to replace.',
  '--force': 'Write --yes to delete, or --overwrite always to replace.',
  '--top': 'Write --limit.',
  '--columns': 'query takes --select.',
  '--select': 'export takes --columns.',
  '--delete': 'Write --delete-destination true.',
};

/** AzCopy's flags are followed by a value after an equals sign; ours are not. */
export function withoutFlagValues(args: readonly string[]): readonly string[] {
  return args.map((arg) => {
    if (arg === '--recursive=false') {
      throw invalidInput('--recursive', 'folders are always transferred with all their contents.', 'Name the files.');
    }
    return /^--(?:recursive|put-md5|follow-symlinks|include-directory-stub)=true$/u.test(arg)
      ? arg.slice(0, arg.indexOf('='))
      : arg;
  });
}

/** Our own options that the aliases stand for. */
interface OwnFlags {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly concurrency?: string;
  readonly overwrite?: string;
  readonly limitRate?: string;
  readonly verify?: string;
  readonly followLinks?: boolean;
  readonly emptyFolders?: boolean;
}

/** The flags in our own terms. Throws `invalid.input` for values that would mean something else here. */
export function withoutAliases<F extends OwnFlags & AliasFlags>(flags: F): F {
  const { includePattern, excludePattern, capMbps, checkMd5, transfers, bwlimit, overwrite } = flags;
  const globs = (own: readonly string[] | undefined, patterns: string | undefined): string[] | undefined =>
    patterns === undefined
      ? own === undefined
        ? undefined
        : [...own]
      : [...(own ?? []), ...patterns.split(';').filter((pattern) => pattern !== '')];
  const [include, exclude] = [globs(flags.include, includePattern), globs(flags.exclude, excludePattern)];
  const limit = limitOf(capMbps, bwlimit);
  return {
    ...flags,
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(limit === undefined ? {} : { limitRate: flags.limitRate ?? String(limit) }),
    ...(transfers === undefined ? {} : { concurrency: flags.concurrency ?? transfers }),
    ...(checkMd5 === undefined ? {} : { verify: flags.verify ?? verifyOf(checkMd5) }),
    ...(flags.followSymlinks || flags.copyLinks ? { followLinks: true } : {}),
    ...(flags.includeDirectoryStub || flags.createEmptySrcDirs || flags.keepEmptyFolders ? { emptyFolders: true } : {}),
    ...(overwrite === undefined ? {} : { overwrite: policies[overwrite.toLowerCase()] ?? overwrite }),
  };
}

const policies: Readonly<Record<string, string>> = { true: 'always', false: 'never', ifsourcenewer: 'if-newer' };

function verifyOf(checkMd5: string): string {
  const mode = { nocheck: 'none', failifdifferent: 'md5' }[checkMd5.toLowerCase()];
  if (mode !== undefined) return mode;
  throw invalidInput('--check-md5', `"${checkMd5}" is unknown.`, 'Use NoCheck or FailIfDifferent.');
}

/** Bytes per second. A bare number is KiB for rclone. AzCopy counts megabits of 10^6 bits. */
function limitOf(capMbps: string | undefined, bwlimit: string | undefined): number | undefined {
  if (bwlimit !== undefined) return parseBytes('--bwlimit', /^[\d.]+$/u.test(bwlimit) ? `${bwlimit}KiB` : bwlimit);
  if (capMbps === undefined) return undefined;
  const bytes = Math.round((Number(capMbps) * 1e6) / 8);
  if (Number.isSafeInteger(bytes) && bytes > 0) return bytes;
  throw invalidInput('--cap-mbps', `"${capMbps}" is not a rate.`, 'Write megabits per second, for example 100.');
}
