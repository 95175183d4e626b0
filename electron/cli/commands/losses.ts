// The options that carry more than names and bytes, and what an upload leaves out without them, before its first byte.
import type { TransferOptions } from '@shared/model/transfer';
import { formatCount } from '@shared/units';
import { visibleLine } from '@shared/visible-text';
import type { DownloadRequest, UploadRequest } from '../../engine/transfers/api';
import type { Loss, LossReason, TransferLosses } from '../../engine/transfers/plan/losses';
import type { Output } from '../output';
import type { Session } from '../session';

export interface PreservingFlags {
  readonly preserveTimes?: boolean;
  readonly emptyFolders?: boolean;
  readonly followLinks?: boolean;
}

export function preservingOptions(
  flags: PreservingFlags,
): Pick<TransferOptions, 'preserveTimes' | 'emptyFolders' | 'followLinks'> {
  return {
    ...(flags.preserveTimes ? { preserveTimes: true } : {}),
    ...(flags.emptyFolders ? { emptyFolders: true } : {}),
    ...(flags.followLinks ? { followLinks: 'anywhere' } : {}),
  };
}

const texts: Readonly<Record<LossReason, (many: boolean) => string>> = {
  link: (many) =>
    `symbolic ${many ? 'links are' : 'link is'} not followed; --follow-links uploads what ${many ? 'they lead' : 'it leads'} to`,
  'broken link': (many) => `symbolic ${many ? 'links lead' : 'link leads'} nowhere and ${many ? 'are' : 'is'} skipped`,
  'link loop': (many) =>
    `symbolic ${many ? 'links lead to folders that they are' : 'link leads to a folder that it is'} in and ${many ? 'are' : 'is'} skipped`,
  'link outside': (many) =>
    `symbolic ${many ? 'links lead' : 'link leads'} out of the chosen folder and ${many ? 'are' : 'is'} skipped`,
  special: (many) => `${many ? 'pipes, sockets or devices are' : 'pipe, socket or device is'} skipped`,
  'empty folder': (many) =>
    `empty ${many ? 'folders are' : 'folder is'} skipped; --empty-folders stores ${many ? 'markers for them' : 'a marker for it'}`,
  'refused name': (many) => `${many ? 'files have names' : 'file has a name'} that no blob can have and will fail`,
  'misleading name': (many) =>
    `${many ? 'names have' : 'name has'} invisible characters, which a download writes as %XX`,
  'coded name': (many) =>
    `${many ? 'files have names' : 'file has a name'} that a download wrote for ${many ? 'blobs' : 'a blob'} of a name that no upload may store; the %XX ${many ? 'are' : 'is'} stored as ${many ? 'they are' : 'it is'}`,
  'mark as a name': (many) =>
    `${many ? 'files have names' : 'file has a name'} such as a%/%~, which a download writes as a%/%25~`,
  'one-way name': (many) =>
    `${many ? 'blobs have names' : 'blob has a name'} that no upload may store; ${many ? 'their files get' : 'its file gets'} %XX, which an upload does not turn back`,
  'name not UTF-8': (many) => `${many ? 'names are' : 'name is'} not valid UTF-8 and cannot be read`,
};

/** A line for each reason, and for patterns that leave nothing; with `--json` events. */
export async function printLosses(
  of: { readonly upload: UploadRequest } | { readonly download: DownloadRequest },
  { engine, output, signal }: Session,
): Promise<void> {
  const { transfers } = engine.rooms;
  const found =
    'upload' in of
      ? await transfers.uploadLosses(of.upload, signal)
      : await transfers.downloadLosses(of.download, signal);
  for (const loss of found.losses) {
    const { reason, count, example } = loss;
    const record = { event: 'not-preserved', reason, count, example };
    if (output.json) output.record(found.counted === 'all' ? record : { ...record, counted: found.counted }, '');
    else output.info(visibleLine(textOf(loss, 'upload' in of ? 'up' : 'down', found.counted)));
  }
  const { include = [], exclude = [] } = 'upload' in of ? of.upload : of.download;
  printUnmatched(found, exclude, include, output);
}

/**
 * Not a failure, so that a script may run before there are any files; but a mistyped pattern must not look like
 * success.
 */
function printUnmatched(
  { files, unmatched, counted }: TransferLosses,
  exclude: readonly string[],
  include: readonly string[],
  output: Output,
): void {
  if (counted !== 'all') return;
  const isNothing = files === 0 && include.length + exclude.length > 0;
  if (unmatched.length === 0 && !isNothing) return;
  if (output.json) {
    output.record({ event: 'unmatched', patterns: [...unmatched], files }, '');
    return;
  }
  for (const pattern of unmatched) {
    const rest = exclude.length > 0 ? ' that --exclude leaves' : '';
    output.info(visibleLine(`No file${rest} matches --include “${pattern}”.`));
  }
  if (unmatched.length === 0) output.info('--exclude excludes every file.');
  if (isNothing) output.info('There is nothing to transfer.');
}

function textOf({ reason, count, example }: Loss, way: 'up' | 'down', counted: TransferLosses['counted']): string {
  const text = way === 'down' && reason === 'empty folder' ? emptyOnDownload : texts[reason];
  const min = counted === 'all' ? '' : 'At least ';
  return `${min}${formatCount(count)} ${text(count !== 1)} (${count === 1 ? '' : 'first: '}${example}).`;
}

const emptyOnDownload = (many: boolean): string =>
  `empty ${many ? 'folders are' : 'folder is'} skipped; --empty-folders creates ${many ? 'them' : 'it'}`;
