// The one line that summarises all transfers. Pure.
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { formatCount, formatRoundBytes } from '@shared/units';
import { groupOf } from './job-groups';

const bottleneckLabels: Readonly<Record<TransferJob['bottleneck'], string>> = {
  line: t`line`,
  disk: t`disk`,
  cpu: t`processor`,
  service: t`service`,
  cap: t`rate limit`,
  none: '',
};

/** `bottleneck: line · 24 in flight · 8.0 MiB blocks`; empty while nothing runs or the network is away. */
export function noteLine(jobs: readonly TransferJob[]): string {
  const running = jobs.filter((job) => job.state === 'running' && job.waitsFor !== 'network');
  if (running.length === 0) return '';
  const fastest = running.reduce((best, job) => (job.bytesPerSecond > best.bytesPerSecond ? job : best));
  const inFlight = running.reduce((sum, job) => sum + job.inFlight, 0);
  const label = bottleneckLabels[fastest.bottleneck];
  return [
    label === '' ? '' : t`bottleneck: ${label}`,
    t`${formatCount(inFlight)} in flight`,
    fastest.blockBytes > 0 ? t`${formatRoundBytes(fastest.blockBytes)} blocks` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

const groupLabels = {
  running: (count: string) => t`${count} running`,
  waiting: (count: string) => t`${count} waiting`,
  paused: (count: string) => t`${count} paused`,
  failed: (count: string) => t`${count} failed`,
  done: (count: string) => t`${count} done`,
  unread: (count: string) => t`${count} unreadable`,
} as const;

export interface SummaryPart {
  /** Null where there is nothing to sum up. */
  readonly group: keyof typeof groupLabels | null;
  readonly text: string;
}

/**
 * `2 running`, `1 paused`, `14 done`, `1 unreadable` — only what there is; `no transfers yet` when there is nothing.
 * `unreadCount`: jobs of earlier processes that cannot be read.
 */
export function summaryParts(jobs: readonly TransferJob[], unreadCount: number): readonly SummaryPart[] {
  const order = ['running', 'waiting', 'paused', 'failed', 'done', 'unread'] as const;
  const parts = order.flatMap((group) => {
    const count = group === 'unread' ? unreadCount : jobs.filter((job) => groupOf(job) === group).length;
    return count === 0 ? [] : [{ group, text: groupLabels[group](formatCount(count)) }];
  });
  return parts.length === 0 ? [{ group: null, text: t`no transfers yet` }] : parts;
}
