// The one line that says how all transfers together are doing. Pure.
import type { TransferJob } from '@shared/model/transfer';
import { formatBytes, formatCount } from '@shared/units';
import { groupOf } from './job-groups';

const bottleneckWords: Readonly<Record<TransferJob['bottleneck'], string>> = {
  line: 'line',
  disk: 'disk',
  cpu: 'processor',
  service: 'service',
  cap: 'own cap',
  none: '',
};

/** `bottleneck: line · 24 in flight · 8.0 MiB blocks`; empty while nothing runs. */
export function noteLine(jobs: readonly TransferJob[]): string {
  const running = jobs.filter((job) => job.state === 'running');
  if (running.length === 0) return '';
  const fastest = running.reduce((best, job) => (job.bytesPerSecond > best.bytesPerSecond ? job : best));
  const inFlight = running.reduce((sum, job) => sum + job.inFlight, 0);
  const word = bottleneckWords[fastest.bottleneck];
  return [
    word === '' ? '' : `bottleneck: ${word}`,
    `${formatCount(inFlight)} in flight`,
    fastest.blockBytes > 0 ? `${formatBytes(fastest.blockBytes).replace('.0 ', ' ')} blocks` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** `2 running`, `1 paused`, `14 done` — only what there is; `Nothing to transfer` when there is nothing. */
export function summaryWords(jobs: readonly TransferJob[]): readonly string[] {
  const order = ['running', 'waiting', 'paused', 'failed', 'done'] as const;
  const words = order.flatMap((group) => {
    const count = jobs.filter((job) => groupOf(job) === group).length;
    return count === 0 ? [] : [`${formatCount(count)} ${group}`];
  });
  return words.length === 0 ? ['no transfers yet'] : words;
}
