// `sync` and `check` with `--hub FILE`: workers compare folder by folder. What a sync deletes, this command deletes at
// the end, once everything else has arrived, with the rules of a sync of this machine.
import { resolve } from 'node:path';
import { invalidInput } from '@shared/errors';
import { syncOrder, titleOfSync } from '../../engine/cluster/order-sync';
import type { ClusterSpec, Location } from '../../engine/cluster/specs';
import type { CompareRequest } from '../../engine/transfers/sync/compare-places';
import type { SyncLocation, SyncRequest } from '../../engine/transfers/sync/sync-spec';
import { rootOf } from '../../engine/transfers/plan/plan';
import { exitCodes } from '../exit-codes';
import type { Session } from '../session';
import { endpointOf } from './cluster-specs';
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
  const code = await run(
    titleOfSync(request),
    await syncOrder(request, (connectionId) => endpointOf(connectionId, session, 'blob')),
    flags,
    session,
  );
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
  const { source, target, how, include, exclude, filters } = request;
  const spec: ClusterSpec = {
    kind: 'check',
    source: await locationOf(source, session),
    target: await locationOf(target, session),
    how,
    ...(include === undefined ? {} : { include: [...include] }),
    ...(exclude === undefined ? {} : { exclude: [...exclude] }),
    ...(filters === undefined ? {} : { filters: [...filters] }),
  };
  return run(titleOfSync(request), spec, flags, session);
}

async function locationOf(location: SyncLocation, session: Session): Promise<Location> {
  if (location.kind === 'local') return { kind: 'local', dir: resolve(location.dir) };
  const { connectionId, container, prefix } = location;
  return {
    kind: 'remote',
    endpoint: await endpointOf(connectionId, session, 'blob'),
    container,
    prefix: rootOf(prefix),
  };
}
