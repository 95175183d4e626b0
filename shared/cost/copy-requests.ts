// The requests that copying or moving blobs is likely to take, by operation. Pure.
import type { PreflightSum } from '../model/transfer-preflight';
import type { SentOperation } from '../model/monitor';
import { requestsTo } from './billing';

export interface CopyWayOf {
  readonly kind: 'copy' | 'move';
  /** Connection ids. Between accounts, the service's own reads are billed at the source as well. */
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
