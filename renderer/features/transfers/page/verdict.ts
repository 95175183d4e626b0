// What limits a transfer, in words, with the evidence: the share of the workers' time spent on each wait. Pure.
import type { TransferTrace } from '@shared/model/transfer-trace';

export interface Verdict {
  readonly title: string;
  readonly advice: string;
  /** Largest first; empty before anything was waited for. */
  readonly shares: readonly { readonly name: string; readonly share: number }[];
}

const words: Readonly<Record<TransferTrace['bottleneck'], { readonly title: string; readonly advice: string }>> = {
  line: {
    title: 'The line limits the speed',
    advice: 'Requests spend their time on the way. More at once help only while the rate still grows with them.',
  },
  disk: {
    title: 'The disk limits the speed',
    advice: 'Reading or writing files takes longest. A faster disk, or fewer other programs on it, would help.',
  },
  cpu: {
    title: 'The processor limits the speed',
    advice: 'The threads that hash and encrypt are busy. Checking by length only instead of MD5 would relieve them.',
  },
  service: {
    title: 'The service limits the speed',
    advice: 'It asked for patience. Fewer requests at once, or another account, would be answered sooner.',
  },
  cap: {
    title: 'Your own cap limits the speed',
    advice: 'The rate limit of this transfer is what it waits for.',
  },
  none: { title: 'Nothing limits it yet', advice: 'A verdict follows when something has moved.' },
};

const names = {
  lineMs: 'line',
  diskMs: 'disk',
  cpuMs: 'processor',
  serviceMs: 'service asked to wait',
  capMs: 'own cap',
} as const;

export function verdictOf({ bottleneck, waits, threadUse }: TransferTrace): Verdict {
  const keys = Object.keys(names) as (keyof typeof names)[];
  const allMs = keys.reduce((sum, key) => sum + waits[key], 0);
  const shares = keys
    .map((key) => ({ name: names[key], share: allMs === 0 ? 0 : waits[key] / allMs }))
    .sort((a, b) => b.share - a.share);
  const { title, advice } = words[bottleneck];
  const busy = `The busiest thread is in use ${Math.round(threadUse * 100)} % of the time.`;
  return { title, advice: bottleneck === 'cpu' ? `${busy} ${advice}` : advice, shares: allMs === 0 ? [] : shares };
}
