// `stowage upload` and `stowage download`: one command is one job, but for a download to standard output.
import { existsSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { invalidInput } from '@shared/errors';
import { type TransferOptions, overwritePolicy } from '@shared/model/transfer';
import type { DownloadRequest, DownloadSelection, UploadRequest } from '../../engine/transfers/api';
import { blockBytesLimit } from '../../engine/transfers/plan/blocks';
import { meansContents } from '../../engine/transfers/records/job-records';
import { parseBytes, parseChoice, parseWhole } from '../numbers';
import { type RemotePath, parseRemotePath } from '../remote-path';
import { rejectSecrets } from '../reject-secrets';
import type { CommandAction, Session } from '../session';
import { spelledOut } from '../wildcards';
import { optionsOn } from './block-sizes';
import { type FollowFlags, follow } from './follow-jobs';
import { type PreservingFlags, preservingOptions, printLosses } from './losses';
import { isBlobName, renamedDownload } from './named-target';
import { downloadToOutput, pipe, removeSpooled, spoolOnce } from './piped';
import { type BeginningFlags, beginningOf } from './timetable-wait';
import { checkTargetPath, printPlans, refuseReportOverSource } from './transfer-report';
import { type AliasFlags, withoutAliases } from './transfer-aliases';
import { type UploadSettingFlags, uploadSettingsFrom } from './upload-settings';

export interface TransferFlags extends BeginningFlags, FollowFlags, PreservingFlags, AliasFlags {
  readonly blockSize?: string;
  readonly concurrency?: string;
  readonly overwrite?: string;
  readonly verify?: string;
  readonly limitRate?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly dryRun?: boolean;
  /** The join file of a hub whose workers run it. */
  readonly hub?: string;
}

export interface UploadFlags extends TransferFlags, UploadSettingFlags {}

export function optionsFrom(flags: TransferFlags): TransferOptions {
  const auto = (text: string | undefined): boolean => text === undefined || text === 'auto';
  return {
    overwrite: parseChoice('--overwrite', flags.overwrite ?? 'never', overwritePolicy.options),
    verify: parseChoice('--verify', flags.verify ?? 'md5', ['md5', 'length', 'none']),
    blockBytes: auto(flags.blockSize) ? 'auto' : parseBytes('--block-size', flags.blockSize ?? '', blockBytesLimit),
    concurrency: auto(flags.concurrency) ? 'auto' : parseWhole('--concurrency', flags.concurrency ?? '', 1, 256),
    ...preservingOptions(flags),
    ...(flags.limitRate === undefined ? {} : { limitRate: parseBytes('--limit-rate', flags.limitRate) }),
  };
}

const patterns = (flags: TransferFlags): Pick<UploadRequest, 'include' | 'exclude'> => ({
  ...(flags.include ? { include: flags.include } : {}),
  ...(flags.exclude ? { exclude: flags.exclude } : {}),
});

export function upload(args: readonly string[], given: UploadFlags): CommandAction {
  const flags = withoutAliases(given);
  return async (session) => {
    rejectSecrets('PATH', args);
    const target = args.at(-1);
    const paths = await spelledOut(args.slice(0, -1));
    if (target === undefined || paths.length === 0) {
      throw invalidInput('PATH', 'nothing to upload was specified.', 'Use stowage upload PATH… CONTAINER[/PREFIX].');
    }
    rejectSwapped(paths, target);
    const remote = parseRemotePath(target);
    const { container, rest } = remote;
    const uploadSettings = uploadSettingsFrom(flags);
    const given = optionsFrom(flags);
    const connectionId = await session.connectionId();
    const options = { ...(await optionsOn(connectionId, given, flags, session)), ...uploadSettings };
    const spooled = paths.includes(pipe) ? await inputFor(remote, paths, session) : null;
    const [first = ''] = paths;
    const isRenamed = async (): Promise<boolean> => {
      const account = await session.engine.rooms.accounts.open(connectionId);
      return isBlobName(first, remote, account, session.signal);
    };
    const as = spooled !== null || (paths.length === 1 && (await isRenamed())) ? rest : undefined;
    const request: UploadRequest = {
      connectionId,
      container,
      ...(as === undefined ? { prefix: rest } : { prefix: rest.slice(0, rest.lastIndexOf('/') + 1), as }),
      paths: spooled === null ? [...new Set(paths.map(absoluteKeepingSlash))] : [spooled],
      options,
      ...patterns(flags),
      ...beginningOf(flags),
    };
    await session.engine.recovered;
    const { transfers } = session.engine.rooms;
    await printLosses({ upload: request }, session);
    if (flags.report !== undefined) {
      await refuseReportOverSource(flags.report, request.paths);
      await checkTargetPath('--report', flags.report);
    }
    if (flags.dryRun) {
      const code = await printPlans([transfers.planUpload(request, session.signal)], session, flags.report);
      if (spooled !== null) await removeSpooled(spooled);
      return code;
    }
    if (flags.hub !== undefined) {
      if (spooled !== null)
        throw invalidInput('PATH', 'workers cannot read standard input.', 'Upload it without --hub.');
      return (await import('./on-hub')).uploadOnHub(request, flags, session);
    }
    const job = await transfers.uploadPaths(request);
    const code = await follow(session, [job], flags);
    // Any other job may be resumed and then reads it again.
    if (spooled !== null && (await job.ended).state === 'done') await removeSpooled(spooled);
    return code;
  };
}

export function download(args: readonly string[], given: TransferFlags): CommandAction {
  const flags = withoutAliases(given);
  return async (session) => {
    rejectSecrets('PATH', args);
    const target = args.at(-1);
    const sources = args.slice(0, -1).map(parseRemotePath);
    if (target === undefined || sources.length === 0) {
      throw invalidInput(
        'CONTAINER',
        'nothing to download was specified.',
        'Use stowage download CONTAINER[/PREFIX|/BLOB]… DIR.',
      );
    }
    const [only] = sources;
    if (target === pipe && only !== undefined) {
      if (sources.length > 1) {
        throw invalidInput('CONTAINER', 'only one blob can be written to standard output.', 'Use CONTAINER/BLOB.');
      }
      const [option] = Object.keys(flags);
      if (option !== undefined) {
        const name = `--${option.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
        throw invalidInput(name, 'it does not apply to standard output.', 'Remove it, or specify a folder or a file.');
      }
      return downloadToOutput(only)(session);
    }
    const connectionId = await session.connectionId();
    const account = await session.engine.rooms.accounts.open(connectionId);
    const options = await optionsOn(connectionId, optionsFrom(flags), flags, session);
    const renamed =
      only !== undefined && new Set(args.slice(0, -1)).size === 1
        ? await renamedDownload(target, only, account, session.signal)
        : null;
    const requests = [...new Set(sources.map(({ container }) => container))].map((container): DownloadRequest => ({
      connectionId,
      container,
      selection:
        renamed === null
          ? namesIn(container, sources).map(selectionOf)
          : [{ kind: 'blob', name: only?.rest ?? '', as: renamed.as }],
      targetDir: renamed?.targetDir ?? resolve(target),
      options,
      ...patterns(flags),
      ...beginningOf(flags),
    }));
    await session.engine.recovered;
    const { transfers } = session.engine.rooms;
    for (const request of requests) {
      // For a blob that was looked up already, nothing more can be reported.
      if (request.selection.some(({ kind }) => kind !== 'blob')) await printLosses({ download: request }, session);
    }
    if (flags.dryRun) {
      const plans = requests.map((request) => transfers.planDownload(request, session.signal));
      return printPlans(plans, session, flags.report);
    }
    if (flags.hub !== undefined) return (await import('./on-hub')).downloadOnHub(requests, flags, session);
    if (flags.report !== undefined) await checkTargetPath('--report', flags.report);
    const jobs = await Promise.all(requests.map((request) => transfers.downloadTo(request)));
    return follow(session, jobs, { ...flags, targetDir: renamed?.targetDir ?? resolve(target) });
  };
}

/** Files come first, and the container last. */
function rejectSwapped(paths: readonly string[], target: string): void {
  if (!existsSync(target) || paths.includes(pipe) || paths.some((path) => existsSync(path))) return;
  const [first = ''] = paths;
  throw invalidInput(
    'PATH',
    `“${first}” is not on this computer, but “${target}” is.`,
    `The container comes last: stowage upload ${target} ${first}`,
  );
}

/** The file that standard input is read into. */
async function inputFor({ rest }: RemotePath, paths: readonly string[], session: Session): Promise<string> {
  if (paths.length > 1) {
    throw invalidInput(
      'PATH',
      'standard input cannot be combined with other files.',
      'Upload it with a separate command.',
    );
  }
  if (rest === '' || rest.endsWith('/')) {
    throw invalidInput('CONTAINER', 'standard input needs a blob name.', 'Use stowage upload - CONTAINER/NAME.');
  }
  return spoolOnce(session);
}

/** Each once, however often it was named. */
function namesIn(container: string, sources: readonly RemotePath[]): readonly string[] {
  return [...new Set(sources.filter((source) => source.container === container).map(({ rest }) => rest))];
}

/** `folder/` and the whole container mean the contents; anything else is a blob or a folder that retains its name. */
function selectionOf(rest: string): DownloadSelection {
  return rest === '' || rest.endsWith('/') ? { kind: 'prefix', prefix: rest, as: '' } : { kind: 'auto', name: rest };
}

function absoluteKeepingSlash(path: string): string {
  const absolute = resolve(path);
  return meansContents(path) ? absolute + sep : absolute;
}
