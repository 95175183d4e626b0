// `stowage upload` and `stowage download`: one command is one job.
import { resolve, sep } from 'node:path';
import { invalidInput } from '@shared/errors';
import { type TransferOptions, overwritePolicy } from '@shared/model/transfer';
import type { DownloadRequest, DownloadSelection, UploadRequest } from '../../engine/transfers/api';
import { blockBytesLimit } from '../../engine/transfers/plan/block-plan';
import { meansContents } from '../../engine/transfers/records/job-records';
import { parseBytes, parseChoice, parseWhole } from '../numbers';
import { type RemotePath, parseRemotePath } from '../remote-path';
import { refuseSecrets } from '../secret-words';
import type { CommandAction } from '../session';
import { spelledOut } from '../wildcards';
import { type FollowFlags, follow } from './follow-jobs';
import { type PreservingFlags, preservingOptions, printLosses } from './losses';
import { type BeginningFlags, beginningOf } from './timetable-wait';
import { checkPlace, printPlans } from './transfer-report';

export interface TransferFlags extends BeginningFlags, FollowFlags, PreservingFlags {
  readonly blockSize?: string;
  readonly concurrency?: string;
  readonly overwrite?: string;
  readonly verify?: string;
  readonly limitRate?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly dryRun?: boolean;
}

function optionsFrom(flags: TransferFlags): TransferOptions {
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

export function upload(args: readonly string[], flags: TransferFlags): CommandAction {
  return async (session) => {
    refuseSecrets('PATH', args);
    const target = args.at(-1);
    const paths = await spelledOut(args.slice(0, -1));
    if (target === undefined || paths.length === 0) {
      throw invalidInput('PATH', 'nothing to upload was named.', 'Write stowage upload PATH… CONTAINER[/PREFIX].');
    }
    const { container, rest } = parseRemotePath(target);
    const request: UploadRequest = {
      connectionId: await session.connectionId(),
      container,
      prefix: rest,
      paths: [...new Set(paths.map(absoluteKeepingSlash))],
      options: optionsFrom(flags),
      ...patterns(flags),
      ...beginningOf(flags),
    };
    await session.engine.recovered;
    const { transfers } = session.engine.rooms;
    await printLosses(request, session);
    if (flags.dryRun) return printPlans([transfers.planUpload(request, session.signal)], session, flags.report);
    if (flags.report !== undefined) await checkPlace('--report', flags.report);
    return follow(session, [await transfers.uploadPaths(request)], flags);
  };
}

export function download(args: readonly string[], flags: TransferFlags): CommandAction {
  return async (session) => {
    refuseSecrets('PATH', args);
    const target = args.at(-1);
    const sources = args.slice(0, -1).map(parseRemotePath);
    if (target === undefined || sources.length === 0) {
      throw invalidInput(
        'CONTAINER',
        'nothing to download was named.',
        'Write stowage download CONTAINER[/PREFIX|/BLOB]… DIR.',
      );
    }
    const connectionId = await session.connectionId();
    const requests = [...new Set(sources.map(({ container }) => container))].map((container): DownloadRequest => ({
      connectionId,
      container,
      selection: namesIn(container, sources).map(selectionOf),
      targetDir: resolve(target),
      options: optionsFrom(flags),
      ...patterns(flags),
      ...beginningOf(flags),
    }));
    await session.engine.recovered;
    const { transfers } = session.engine.rooms;
    if (flags.dryRun) {
      const plans = requests.map((request) => transfers.planDownload(request, session.signal));
      return printPlans(plans, session, flags.report);
    }
    if (flags.report !== undefined) await checkPlace('--report', flags.report);
    return follow(session, await Promise.all(requests.map((request) => transfers.downloadTo(request))), flags);
  };
}

/** Each once, however often it was named. */
function namesIn(container: string, sources: readonly RemotePath[]): readonly string[] {
  return [...new Set(sources.filter((source) => source.container === container).map(({ rest }) => rest))];
}

/** `folder/` and the whole container mean the contents; anything else is a blob or a folder that keeps its name. */
function selectionOf(rest: string): DownloadSelection {
  return rest === '' || rest.endsWith('/') ? { kind: 'prefix', prefix: rest, as: '' } : { kind: 'auto', name: rest };
}

function absoluteKeepingSlash(path: string): string {
  const absolute = resolve(path);
  return meansContents(path) ? absolute + sep : absolute;
}
