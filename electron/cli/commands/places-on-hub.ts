// `sync` and `check` with `--hub FILE`: workers compare folder by folder. What a sync deletes, this command deletes at
// the end, once everything else has arrived, with the rules of a sync of this machine.
import { invalidInput } from '@shared/errors';
import { checkOrder, syncOrder } from '../../engine/cluster/order-files';
import type { CompareRequest } from '../../engine/transfers/sync/compare-places';
import type { SyncRequest } from '../../engine/transfers/sync/sync-spec';
import { exitCodes } from '../exit-codes';
import type { Session } from '../session';
import { follow } from './follow-jobs';
import { type HubFlags, type JobFlags, rejectOnHub, run } from './on-hub';

interface SyncFlags extends JobFlags {
  readonly backupDir?: string;
  readonly deleteDestination?: string;
}

export async function syncOnHub(request: SyncRequest, flags: SyncFlags, session: Session): Promise<number> {
  rejectOnHub({ '--report': flags.report, '--now': flags.now, '--backup-dir': flags.backupDir });
  if (flags.deleteDestination === 'prompt')
    throw invalidInput('--delete-destination', 'with --hub nobody can be asked.', 'Use never or true.');
  const code = await run(await syncOrder(request, session.engine.rooms), flags, session);
  if (code !== exitCodes.done || request.settings.deletes === 'never') return code;
  session.output.info('Everything has arrived. What is only at the target is deleted from here.');
  return follow(session, [await session.engine.rooms.transfers.sync(request)], flags);
}

export async function checkOnHub(
  request: CompareRequest,
  flags: HubFlags & { readonly report?: string },
  session: Session,
): Promise<number> {
  rejectOnHub({
    '--report': flags.report,
    '--empty-folders': request.emptyFolders,
    '--follow-links': request.followLinks,
  });
  return run(await checkOrder(request, session.engine.rooms), flags, session);
}
