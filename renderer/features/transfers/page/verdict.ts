// Describes what limits a transfer, with the evidence: the share of the workers' time spent on each kind of wait. Pure.
import type { TransferTrace } from '@shared/model/transfer-trace';
import { bottleneckLabels, waitShares } from '@shared/monitor/bottleneck';
import { t } from '@shared/strings/t';

export interface Verdict {
  readonly title: string;
  readonly advice: string;
  /** Largest first; empty before anything was waited for. */
  readonly shares: ReturnType<typeof waitShares>;
}

export function verdictOf({ bottleneck, waits, threadUse }: TransferTrace): Verdict {
  const { title, advice } = bottleneckLabels[bottleneck];
  const busy = t`The busiest thread was in use ${Math.round(threadUse * 100)} % of the time.`;
  return { title, advice: bottleneck === 'cpu' ? `${busy} ${advice}` : advice, shares: waitShares(waits) };
}
