// The options that carry more than names and bytes, and what an upload leaves out without them, before its first byte.
import type { TransferOptions } from '@shared/model/transfer';
import { formatCount } from '@shared/units';
import { visibleLine } from '@shared/visible-text';
import type { UploadRequest } from '../../engine/transfers/api';
import type { Loss, LossReason } from '../../engine/transfers/plan/losses';
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
  'broken link': (many) => `symbolic ${many ? 'links lead' : 'link leads'} nowhere and ${many ? 'are' : 'is'} left out`,
  'link loop': (many) =>
    `symbolic ${many ? 'links lead to folders that they are' : 'link leads to a folder that it is'} in and ${many ? 'are' : 'is'} left out`,
  'link outside': (many) =>
    `symbolic ${many ? 'links lead' : 'link leads'} out of the chosen folder and ${many ? 'are' : 'is'} left out`,
  special: (many) => `${many ? 'pipes, sockets or devices are' : 'pipe, socket or device is'} left out`,
  'empty folder': (many) =>
    `empty ${many ? 'folders are' : 'folder is'} left out; --empty-folders stores ${many ? 'markers for them' : 'a marker for it'}`,
  'refused name': (many) => `${many ? 'files have names' : 'file has a name'} that no blob can have and will fail`,
  'misleading name': (many) =>
    `${many ? 'names have' : 'name has'} invisible characters, which a download writes as %XX`,
  'name not UTF-8': (many) => `${many ? 'names are' : 'name is'} not valid UTF-8 and cannot be read`,
};

/** A line for each reason; with `--json` an event. */
export async function printLosses(request: UploadRequest, { engine, output, signal }: Session): Promise<void> {
  for (const loss of await engine.rooms.transfers.uploadLosses(request, signal)) {
    if (output.json) output.record({ event: 'not-preserved', ...loss }, '');
    else output.say(visibleLine(textOf(loss)));
  }
}

function textOf({ reason, count, example }: Loss): string {
  return `${formatCount(count)} ${texts[reason](count !== 1)} (${count === 1 ? '' : 'first: '}${example}).`;
}
