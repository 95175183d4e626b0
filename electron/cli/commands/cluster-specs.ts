// From a transfer of this machine to a job that every worker of a hub understands: accounts by their addresses, and no
// secrets.
import { invalidInput } from '@shared/errors';
import type { ClusterSpec } from '../../engine/cluster/messages';
import type { CopyRequest, UploadRequest } from '../../engine/transfers/api';
import { uploadSpecOf as localSpecOf } from '../../engine/transfers/plan/specs';
import type { Session } from '../session';

export async function uploadSpecOf(request: UploadRequest, session: Session): Promise<ClusterSpec> {
  const { container, prefix, paths, as, options, include, exclude, localNaming } = await localSpecOf(request);
  const endpoint = await endpointOf(request.connectionId, session);
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

export async function copySpecOf(request: CopyRequest, session: Session): Promise<ClusterSpec> {
  const { container, prefix, from, selection, options } = request;
  return {
    kind: 'copy',
    endpoint: await endpointOf(request.connectionId, session),
    container,
    prefix,
    options,
    from: { endpoint: await endpointOf(from.connectionId, session), container: from.container },
    selection: [...selection],
  };
}

async function endpointOf(connectionId: string, { engine }: Session): Promise<string> {
  const { endpoints } = (await engine.rooms.accounts.open(connectionId)).descriptor;
  if (endpoints.blob !== undefined) return endpoints.blob;
  throw invalidInput('--connection', 'it has no blob service.', 'Name a connection to blobs.');
}
