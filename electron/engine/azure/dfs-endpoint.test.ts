import { expect, it } from 'vitest';
import { dfsEndpointOf } from './dfs-endpoint';

it.each([
  ['https://lake.blob.core.windows.net', 'https://lake.dfs.core.windows.net'],
  ['https://lake-secondary.blob.core.windows.net', 'https://lake-secondary.dfs.core.windows.net'],
  ['https://lake.blob.core.chinacloudapi.cn', 'https://lake.dfs.core.chinacloudapi.cn'],
  ['https://lake.blob.core.usgovcloudapi.net:8443', 'https://lake.dfs.core.usgovcloudapi.net:8443'],
  ['https://lake.z6.blob.storage.azure.net', 'https://lake.z6.dfs.storage.azure.net'],
  ['https://lake.privatelink.blob.core.windows.net', 'https://lake.privatelink.dfs.core.windows.net'],
  ['http://127.0.0.1:10000/devstoreaccount1', null],
  ['https://files.example.org', null],
  ['https://files.blob.company.example', null],
  ['https://files.blob-cache.example.org', null],
  ['lake', null],
])('dfs endpoint: of %s is %s', (blob, dfs) => {
  expect(dfsEndpointOf(blob)).toBe(dfs);
});
