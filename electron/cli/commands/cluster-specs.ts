// From a transfer of this machine to a job that every worker of a hub understands: accounts by their addresses, and no
// secrets.
import { invalidInput } from '@shared/errors';
import type { ClusterSpec } from '../../engine/cluster/specs';
import type { CopyRequest, DownloadRequest, UploadRequest } from '../../engine/transfers/api';
import { learnFoldingToWrite } from '../../engine/transfers/plan/folding';
import { lastSegment } from '../../engine/transfers/plan/look-up-blobs';
import { downloadSpecOf as localDownloadOf, uploadSpecOf as localSpecOf } from '../../engine/transfers/plan/specs';
import type { Session } from '../session';

export async function uploadSpecOf(request: UploadRequest, session: Session): Promise<ClusterSpec> {
  const { container, prefix, paths, as, options, include, exclude, localNaming } = await localSpecOf(request);
  const endpoint = await endpointOf(request.connectionId, session, 'blob');
  return {
    kind: 'upload',
    endpoint,
    container,
    prefix,
    paths,
    options,
    ...(as === undefined ? {} : { as }),
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(localNaming === undefined ? {} : { localNaming }),
  };
}

/** Workers cannot compare the names of one shard with those of another: what could meet is rejected. */
export async function downloadSpecOf(request: DownloadRequest, session: Session): Promise<ClusterSpec> {
  const { targetDir, selection, options } = request;
  if (options.overwrite === 'rename')
    throw invalidInput('--overwrite', 'workers cannot agree on numbers for names.', 'Use another policy.');
  if (options.emptyFolders === true)
    throw invalidInput('--empty-folders', 'it is not for downloads by a hub.', 'Remove it.');
  const names = selection.map((chosen) =>
    chosen.kind === 'prefix'
      ? chosen.as
      : ((chosen.kind === 'blob' ? chosen.as : undefined) ?? lastSegment(chosen.name)),
  );
  if (names.length > 1 && (names.includes('') || new Set(names).size < names.length))
    throw invalidInput('CONTAINER', 'some of it would get the same names.', 'Download it by separate commands.');
  const { letterCase, form } = await learnFoldingToWrite(targetDir);
  if (letterCase === 'folded' || form === 'folded')
    throw invalidInput('DIR', 'this folder does not distinguish all names.', 'Use another folder, or leave out --hub.');
  const { container, include, exclude, localNaming = 'posix' } = await localDownloadOf(request);
  return {
    kind: 'download',
    endpoint: await endpointOf(request.connectionId, session, 'blob'),
    container,
    options,
    targetDir,
    selection: [...selection],
    localNaming,
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined ? {} : { exclude }),
  };
}

export async function copySpecOf(request: CopyRequest, session: Session): Promise<ClusterSpec> {
  const { container, prefix, from, selection, options } = request;
  return {
    kind: 'copy',
    endpoint: await endpointOf(request.connectionId, session, 'blob'),
    container,
    prefix,
    options,
    from: { endpoint: await endpointOf(from.connectionId, session, 'blob'), container: from.container },
    selection: [...selection],
  };
}

/** The address by which workers know the account. */
export async function endpointOf(
  connectionId: string,
  { engine }: Session,
  service: 'blob' | 'table' | 'any',
): Promise<string> {
  const { blob, table } = (await engine.rooms.accounts.open(connectionId)).descriptor.endpoints;
  const found = service === 'blob' ? blob : service === 'table' ? table : (blob ?? table);
  if (found !== undefined) return found;
  throw invalidInput('--connection', `it has no ${service} service.`, `Name a connection that has one.`);
}
