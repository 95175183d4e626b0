// Servers on free ports of this machine: their addresses, and accounts on them.
import type { AddressInfo, Server } from 'node:net';

/** Starts listening and returns the port. */
export async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Starts listening and returns the origin: `http://127.0.0.1:port`. */
export async function originOf(server: Server): Promise<string> {
  return `http://127.0.0.1:${await portOf(server)}`;
}

export interface LocalAccount {
  readonly accountName: string;
  readonly accountKey: string;
  /** `http://host:port`; the account is in the path. */
  readonly blobOrigin: string;
  readonly tableOrigin: string;
}

export function connectionString({ accountName, accountKey, blobOrigin, tableOrigin }: LocalAccount): string {
  return [
    'DefaultEndpointsProtocol=http',
    `AccountName=${accountName}`,
    `AccountKey=${accountKey}`,
    `BlobEndpoint=${blobOrigin}/${accountName}`,
    `TableEndpoint=${tableOrigin}/${accountName}`,
  ].join(';');
}
