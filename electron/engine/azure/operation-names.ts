// Names requests as the service's documentation does, from method, path and query, for requests that the SDKs make; and
// determines which of them may be sent twice without harm.
import type { Operation } from '../metrics/request-record';

export interface NamedRequest {
  readonly service: 'blob' | 'table';
  readonly method: string;
  /** Below the endpoint, encoded, starting with `/` or empty. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface RequestName {
  readonly operation: Operation;
  /** Container or table; empty for requests on the account. */
  readonly resource: string;
  readonly replay: 'safe' | 'unsafe';
}

export function nameRequest(request: NamedRequest): RequestName {
  const { operation, resource } = request.service === 'blob' ? nameBlobRequest(request) : nameTableRequest(request);
  return { operation, resource, replay: replayOf(request, operation) };
}

type Named = Omit<RequestName, 'replay'>;

function nameBlobRequest({ method, path, query, headers }: NamedRequest): Named {
  const [resource, ...blob] = segments(path);
  const comp = query.get('comp') ?? '';
  const source = headers['x-ms-copy-source'];
  if (resource === undefined) return { operation: accountOperation(method, comp, query), resource: '' };
  if (blob.length === 0 && (query.get('restype') === 'container' || comp === 'list')) {
    return { operation: containerOperation(method, comp), resource };
  }
  return { operation: blobOperation(method, comp, source), resource };
}

function accountOperation(method: string, comp: string, query: URLSearchParams): Operation {
  if (comp === 'list') return 'ListContainers';
  if (comp === 'batch') return 'BlobBatch';
  if (comp === 'blobs') return 'FindBlobsByTags';
  if (comp === 'stats') return 'GetServiceStats';
  if (comp === 'userdelegationkey') return 'GetUserDelegationKey';
  if (query.get('restype') === 'account') return 'GetAccountInformation';
  return method === 'PUT' ? 'SetServiceProperties' : 'GetServiceProperties';
}

function containerOperation(method: string, comp: string): Operation {
  if (comp === 'list') return 'ListBlobs';
  if (comp === 'batch') return 'BlobBatch';
  if (comp === 'blobs') return 'FindBlobsByTags';
  if (comp === 'lease') return 'LeaseContainer';
  if (comp === 'metadata') return method === 'PUT' ? 'SetContainerMetadata' : 'GetContainerMetadata';
  if (comp === 'acl') return method === 'PUT' ? 'SetContainerACL' : 'GetContainerACL';
  if (method === 'PUT') return 'CreateContainer';
  return method === 'DELETE' ? 'DeleteContainer' : 'GetContainerProperties';
}

const blobWrites: Readonly<Record<string, Operation>> = {
  block: 'PutBlock',
  blocklist: 'PutBlockList',
  page: 'PutPage',
  appendblock: 'AppendBlock',
  lease: 'LeaseBlob',
  snapshot: 'SnapshotBlob',
  tier: 'SetBlobTier',
  tags: 'SetBlobTags',
  metadata: 'SetBlobMetadata',
  properties: 'SetBlobProperties',
  copy: 'AbortCopyBlob',
  undelete: 'UndeleteBlob',
};
const blobReads: Readonly<Record<string, Operation>> = {
  blocklist: 'GetBlockList',
  pagelist: 'GetPageRanges',
  tags: 'GetBlobTags',
  metadata: 'GetBlobMetadata',
};
const copyWrites: Readonly<Record<string, Operation>> = {
  '': 'CopyBlob',
  block: 'PutBlockFromURL',
  appendblock: 'AppendBlockFromURL',
  page: 'PutPageFromURL',
};

function blobOperation(method: string, comp: string, copySource: string | undefined): Operation {
  if (method === 'DELETE') return 'DeleteBlob';
  if (method === 'HEAD') return 'GetBlobProperties';
  if (method === 'PUT')
    return (copySource === undefined ? undefined : copyWrites[comp]) ?? blobWrites[comp] ?? 'PutBlob';
  if (method === 'POST') return 'QueryBlobContents';
  return blobReads[comp] ?? 'GetBlob';
}

function nameTableRequest({ method, path, query, headers }: NamedRequest): Named {
  const first = segments(path)[0] ?? '';
  if (first === '') {
    if (query.get('comp') === 'stats') return { operation: 'GetServiceStats', resource: '' };
    return { operation: method === 'PUT' ? 'SetServiceProperties' : 'GetServiceProperties', resource: '' };
  }
  if (first === '$batch') return { operation: 'EntityGroupTransaction', resource: '' };
  const table = first.replace(/\(.*$/, '');
  const argument = /\((.*)\)$/.exec(first)?.[1] ?? '';
  if (table === 'Tables') {
    const named = /^'(.*)'$/.exec(argument)?.[1];
    if (named !== undefined) return { operation: method === 'DELETE' ? 'DeleteTable' : 'GetTable', resource: named };
    return { operation: method === 'POST' ? 'CreateTable' : 'QueryTables', resource: '' };
  }
  if (query.get('comp') === 'acl') {
    return { operation: method === 'PUT' ? 'SetTableACL' : 'GetTableACL', resource: table };
  }
  return { operation: entityOperation(method, argument, headers['if-match']), resource: table };
}

function entityOperation(method: string, keys: string, ifMatch: string | undefined): Operation {
  switch (method) {
    case 'POST':
      return 'InsertEntity';
    case 'PUT':
      return ifMatch !== undefined ? 'UpdateEntity' : 'InsertOrReplaceEntity';
    case 'PATCH':
    case 'MERGE':
      return ifMatch !== undefined ? 'MergeEntity' : 'InsertOrMergeEntity';
    case 'DELETE':
      return 'DeleteEntity';
    default:
      return keys !== '' ? 'GetEntity' : 'QueryEntities';
  }
}

/**
 * The documented status of a successful operation: a proxy or a portal in the service's place answers anything with
 * 200. Operations that are not listed accept any status 2xx.
 */
const doneStatuses: ReadonlyMap<Operation, readonly number[]> = new Map([
  ['PutBlob', [201]],
  ['PutBlock', [201]],
  ['PutBlockList', [201]],
  ['PutBlockFromURL', [201]],
  ['PutPage', [201]],
  ['PutPageFromURL', [201]],
  ['AppendBlock', [201]],
  ['AppendBlockFromURL', [201]],
  // Put Blob From URL has the same form, and answers 201.
  ['CopyBlob', [201, 202]],
  ['SnapshotBlob', [201]],
  ['DeleteBlob', [202]],
  ['GetBlob', [200, 206]],
  ['InsertEntity', [201, 204]],
  ['UpdateEntity', [204]],
  ['MergeEntity', [204]],
  ['InsertOrReplaceEntity', [204]],
  ['InsertOrMergeEntity', [204]],
  ['DeleteEntity', [204]],
  ['EntityGroupTransaction', [202]],
]);

export function isDoneStatus(operation: Operation, status: number): boolean {
  return doneStatuses.get(operation)?.includes(status) ?? (status >= 200 && status <= 299);
}

const repeatableWrites: ReadonlySet<Operation> = new Set([
  'PutBlock',
  'PutBlockList',
  'PutBlob',
  'PutPage',
  'SetBlobTier',
  'SetBlobTags',
  'SetBlobMetadata',
  'SetBlobProperties',
  'SetContainerMetadata',
  'SetContainerACL',
  'SetServiceProperties',
  'SetTableACL',
  'UpdateEntity',
  'MergeEntity',
  'InsertOrReplaceEntity',
  'InsertOrMergeEntity',
]);

/** A second arrival must leave the same state and get the same answer; conditions make the second answer differ. */
function replayOf({ method, headers }: NamedRequest, operation: Operation): 'safe' | 'unsafe' {
  if (method === 'GET' || method === 'HEAD') return 'safe';
  if (!repeatableWrites.has(operation)) return 'unsafe';
  const ifMatch = headers['if-match'];
  const conditional = (ifMatch !== undefined && ifMatch !== '*') || headers['if-none-match'] !== undefined;
  return conditional ? 'unsafe' : 'safe';
}

function segments(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decoded);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
