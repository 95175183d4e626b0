import { describe, expect, it } from 'vitest';
import { nameRequest } from './operation-names';

const name = (service: 'blob' | 'table', line: string, headers: Record<string, string> = {}) => {
  const [method = '', target = ''] = line.split(' ');
  const [path = '', query = ''] = target.split('?');
  const { operation, resource, replay } = nameRequest({
    service,
    method,
    path,
    query: new URLSearchParams(query),
    headers,
  });
  return [operation, resource, replay];
};

describe('a blob request is named as the service names it', () => {
  it.each([
    ['GET /?comp=list', 'ListContainers', '', 'safe'],
    ['GET ?restype=service&comp=properties', 'GetServiceProperties', '', 'safe'],
    ['POST /?comp=batch', 'BlobBatch', '', 'unsafe'],
    ['GET /?comp=blobs&where=a', 'FindBlobsByTags', '', 'safe'],
    ['GET /?restype=account&comp=properties', 'GetAccountInformation', '', 'safe'],
    ['GET /c?restype=container&comp=blobs&where=a', 'FindBlobsByTags', 'c', 'safe'],
    ['GET /c?restype=container&comp=acl', 'GetContainerACL', 'c', 'safe'],
    ['PUT /c?restype=container&comp=acl', 'SetContainerACL', 'c', 'safe'],
    ['GET /c?restype=container&comp=metadata', 'GetContainerMetadata', 'c', 'safe'],
    ['PUT /c?restype=container&comp=metadata', 'SetContainerMetadata', 'c', 'safe'],
    ['PUT /c?restype=container&comp=lease', 'LeaseContainer', 'c', 'unsafe'],
    ['POST /c/b?comp=query', 'QueryBlobContents', 'c', 'unsafe'],
    ['PUT /c?restype=container', 'CreateContainer', 'c', 'unsafe'],
    ['DELETE /c?restype=container', 'DeleteContainer', 'c', 'unsafe'],
    ['HEAD /c?restype=container', 'GetContainerProperties', 'c', 'safe'],
    ['GET /c?restype=container&comp=list&prefix=a', 'ListBlobs', 'c', 'safe'],
    ['PUT /c/a%2Fb/d', 'PutBlob', 'c', 'safe'],
    ['PUT /c/b?comp=block&blockid=AA', 'PutBlock', 'c', 'safe'],
    ['PUT /c/b?comp=blocklist', 'PutBlockList', 'c', 'safe'],
    ['GET /c/b?comp=blocklist', 'GetBlockList', 'c', 'safe'],
    ['PUT /c/b?comp=appendblock', 'AppendBlock', 'c', 'unsafe'],
    ['PUT /c/b?comp=lease', 'LeaseBlob', 'c', 'unsafe'],
    ['GET /c/b', 'GetBlob', 'c', 'safe'],
    ['HEAD /c/b', 'GetBlobProperties', 'c', 'safe'],
    ['DELETE /c/b', 'DeleteBlob', 'c', 'unsafe'],
    ['GET /%24root/b?comp=tags', 'GetBlobTags', '$root', 'safe'],
  ])('%s', (line, ...expected) => {
    expect(name('blob', line)).toEqual(expected);
  });

  it('with its copy source and its conditions', () => {
    expect(name('blob', 'PUT /c/b', { 'x-ms-copy-source': 'https://x' })).toEqual(['CopyBlob', 'c', 'unsafe']);
    expect(name('blob', 'PUT /c/b', { 'if-none-match': '*' })).toEqual(['PutBlob', 'c', 'unsafe']);
  });
});

describe('a table request is named as the service names it', () => {
  it.each([
    ['GET /Tables', 'QueryTables', '', 'safe'],
    ['POST /Tables', 'CreateTable', '', 'unsafe'],
    ["DELETE /Tables('Movies')", 'DeleteTable', 'Movies', 'unsafe'],
    ['GET /Movies()?$filter=x', 'QueryEntities', 'Movies', 'safe'],
    ["GET /Movies(PartitionKey='a',RowKey='b''c%2Fd')", 'GetEntity', 'Movies', 'safe'],
    ['POST /Movies', 'InsertEntity', 'Movies', 'unsafe'],
    ["PATCH /Movies(PartitionKey='a',RowKey='b')", 'InsertOrMergeEntity', 'Movies', 'safe'],
    ["PUT /Movies(PartitionKey='a',RowKey='b')", 'InsertOrReplaceEntity', 'Movies', 'safe'],
    ["DELETE /Movies(PartitionKey='a',RowKey='b')", 'DeleteEntity', 'Movies', 'unsafe'],
    ['POST /$batch', 'EntityGroupTransaction', '', 'unsafe'],
    ['GET /Movies?comp=acl', 'GetTableACL', 'Movies', 'safe'],
  ])('%s', (line, ...expected) => {
    expect(name('table', line)).toEqual(expected);
  });

  it('and an update on a condition is not sent twice', () => {
    const line = "PATCH /Movies(PartitionKey='a',RowKey='b')";
    expect(name('table', line, { 'if-match': '*' })).toEqual(['MergeEntity', 'Movies', 'safe']);
    expect(name('table', line, { 'if-match': 'W/"1"' })).toEqual(['MergeEntity', 'Movies', 'unsafe']);
  });
});
