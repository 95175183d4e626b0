// Which requests appear on a bill at all, and on whose. Everything that shows cost decides it here. Pure.
import { emulatorAccount } from '../model/connection-string';
import { isThisMachine, readAddress } from '../model/endpoint-address';
import type { ConnectionSummary } from '../model/connection';
import type { SentOperation } from '../model/monitor';
import type { PreflightSum } from '../model/transfer-preflight';
import type { OperationCount } from './request-cost';

export type BilledStore = Pick<ConnectionSummary, 'endpoints'> & Partial<Pick<ConnectionSummary, 'kind'>>;

/**
 * The embedded store, anything on this machine, and emulators elsewhere cost nothing. An emulator has the published
 * account in its path, where the service has the account in the host name.
 */
export function isBilled({ kind, endpoints }: BilledStore): boolean {
  if (kind === 'embedded' || kind === 'emulator') return false;
  const addresses = Object.values(endpoints);
  return addresses.length === 0 || !addresses.every(isFree);
}

export interface PartedRequests {
  readonly billed: readonly SentOperation[];
  /** Requests to stores that bill nothing. */
  readonly free: number;
}

/** Connections that are not among `connections`, such as deleted ones, count as billed. */
export function partByBill(
  operations: readonly SentOperation[],
  connections: readonly (BilledStore & Pick<ConnectionSummary, 'id'>)[],
): PartedRequests {
  const free = new Set(connections.filter((one) => !isBilled(one)).map(({ id }) => id));
  return {
    billed: operations.filter(({ connectionId }) => !free.has(connectionId)),
    free: operations.reduce((sum, one) => sum + (free.has(one.connectionId) ? one.requests : 0), 0),
  };
}

/** Requests of one service to one connection. */
export function requestsTo(
  connectionId: string,
  service: SentOperation['service'],
  counts: readonly OperationCount[],
): readonly SentOperation[] {
  return counts.map(({ operation, requests }) => ({ connectionId, service, operation, requests }));
}

function isFree(endpoint: string | undefined): boolean {
  const address = readAddress(endpoint ?? '');
  if (address === null) return false;
  return isThisMachine(address.host) || address.segments[0] === emulatorAccount.name;
}

export interface CopyWayOf {
  readonly kind: 'copy' | 'move';
  /** Connection ids. Between accounts, the service's reads are billed at the source too. */
  readonly from: string;
  readonly to: string;
}

/**
 * An estimate for copies by the service without retries. Each source is read before, and each copy after it was made.
 */
export function copyRequests(
  { files, puts, blocks, lists }: Omit<PreflightSum, 'bytes'>,
  { kind, from, to }: CopyWayOf,
): readonly SentOperation[] {
  const atTarget = [
    { operation: 'CopyBlob', requests: puts },
    { operation: 'PutBlockFromURL', requests: blocks },
    { operation: 'PutBlockList', requests: lists },
    { operation: 'GetBlobProperties', requests: files },
  ];
  const atSource = [
    { operation: 'GetBlobProperties', requests: files },
    { operation: 'GetBlob', requests: from === to ? 0 : puts + blocks },
    { operation: 'DeleteBlob', requests: kind === 'move' ? files : 0 },
  ];
  return [...requestsTo(to, 'blob', atTarget), ...requestsTo(from, 'blob', atSource)].filter(
    (count) => count.requests > 0,
  );
}
