// The service's published targets, and how much of each is used now. Pure.
// Sources: the service's pages "Scalability and performance targets" for table storage, blob storage and standard
// storage accounts; the throughput of a single blob is the figure of 2012, because today's pages name the account's
// limits instead.
import type { MonitorState } from '../model/monitor-state';
import { t } from '../strings/t';
import { MiB, formatCount, formatRate } from '../units';

export interface Target {
  readonly perSecond: number;
  readonly unit: 'entities/s' | 'requests/s' | 'bytes/s';
  /** `older`: published once, replaced since. */
  readonly state: 'published' | 'older';
}

const published = { state: 'published' } as const;
/** For entities of 1 KiB and accounts of the usual kind. */
export const targets = {
  partitionEntities: { perSecond: 2_000, unit: 'entities/s', ...published },
  accountEntities: { perSecond: 20_000, unit: 'entities/s', ...published },
  accountRequests: { perSecond: 20_000, unit: 'requests/s', ...published },
  blobRequests: { perSecond: 500, unit: 'requests/s', ...published },
  blobBytes: { perSecond: 60 * MiB, unit: 'bytes/s', state: 'older' },
} as const satisfies Record<string, Target>;

export interface CapacityFact {
  readonly id: keyof typeof targets;
  /** `Account`, `Partition`, `Blob`. */
  readonly kind: string;
  /** The object with the most traffic; empty for none. */
  readonly subject: string;
  readonly perSecond: number;
  readonly target: Target;
  /** `1,240 of 2,000 entities/s`. */
  readonly text: string;
  /** Of the target; more than 1 when it is exceeded. */
  readonly share: number;
}

type Loads = Pick<MonitorState, 'account' | 'partition' | 'blob'>;

/** @param nameOf the name of a connection */
export function capacityFacts(
  { account, partition, blob }: Loads,
  nameOf: (connectionId: string) => string,
): readonly CapacityFact[] {
  const ofAccount = account === null ? '' : nameOf(account.connectionId);
  const ofPartition = partition === null ? '' : t`${partition.partition} in ${partition.table}`;
  const ofBlob = blob === null ? '' : blobName(blob.address, blob.container);
  return [
    fact('partitionEntities', t`Partition`, ofPartition, partition?.entitiesPerSecond ?? 0),
    fact('accountEntities', t`Account`, ofAccount, account?.entitiesPerSecond ?? 0),
    fact('accountRequests', t`Account`, ofAccount, account?.requestsPerSecond ?? 0),
    fact('blobRequests', t`Blob`, ofBlob, blob?.requestsPerSecond ?? 0),
    fact('blobBytes', t`Blob`, ofBlob, blob?.bytesPerSecond ?? 0),
  ];
}

function fact(id: CapacityFact['id'], kind: string, subject: string, perSecond: number): CapacityFact {
  const target = targets[id];
  const text =
    target.unit === 'bytes/s'
      ? t`${formatRate(perSecond)} of ${formatRate(target.perSecond)}`
      : target.unit === 'entities/s'
        ? t`${formatCount(Math.round(perSecond))} of ${formatCount(target.perSecond)} entities/s`
        : t`${formatCount(Math.round(perSecond))} of ${formatCount(target.perSecond)} requests/s`;
  return { id, kind, subject, perSecond, target, text, share: perSecond / target.perSecond };
}

/** The name below the container, decoded. */
function blobName(address: string, container: string): string {
  const name = address.slice(address.indexOf(`/${container}/`) + container.length + 2);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
