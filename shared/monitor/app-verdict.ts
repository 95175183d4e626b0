// The factor that limits the whole app at present, in one sentence with evidence and advice; null when nothing does.
// Pure.
import { titleOfStoredError } from '../error-text';
import type { MonitorState } from '../model/monitor-state';
import { formatFixed } from '../strings/numbers';
import { t } from '../strings/t';
import { formatCount, formatDuration, formatPercent, formatRate } from '../units';
import { type Bottleneck, bottleneckOf, bottleneckLabels, waitShares } from './bottleneck';
import { targets } from './capacity';

export interface AppVerdict {
  readonly kind: 'idle' | 'free' | 'failing' | 'partition' | 'connections' | 'concurrency' | Bottleneck;
  readonly title: string;
  readonly evidence: readonly { readonly name: string; readonly value: string }[];
  /** Empty where there is nothing to do. */
  readonly advice: string;
}

/** Fewer requests are not significant. */
const minThrottles = 3;
const minThrottledShare = 0.01;
/** A smaller share of failures is normal. */
const minFailures = 3;
const minFailedShare = 0.5;
/** Share of the target from which a partition is the likely cause of throttling. */
const hotShare = 0.5;
const nearTarget = 0.8;
/** Delay of the event loop, in most intervals, from which it counts as late. */
const busyLoopMs = 50;
const mostlyShare = 0.5;
/** Below this there is no load: requests are answered without queueing. */
const lightInFlight = 0.5;

/**
 * Ordered so that earlier causes explain later ones: a busy service or processor makes every other wait look longer.
 */
export function appVerdict(state: MonitorState): AppVerdict {
  if (state.requests === 0 && state.inFlight === 0 && state.bytesPerSecond === 0) return idle;
  return (
    ofThrottles(state) ??
    ofFailures(state) ??
    ofPartition(state) ??
    ofLoop(state) ??
    ofTransfers(state) ??
    ofConnections(state) ??
    ofRequests(state)
  );
}

const idle: AppVerdict = { kind: 'idle', title: t`Idle`, evidence: [], advice: '' };

function ofThrottles({ requests, throttles, partition }: MonitorState): AppVerdict | null {
  const throttled = throttles.reduce((sum, one) => sum + one.requests, 0);
  const [worst] = throttles;
  if (worst === undefined || throttled < minThrottles || throttled < requests * minThrottledShare) return null;
  const evidence = [
    { name: t`throttled`, value: t`${formatCount(throttled)} of ${formatCount(requests)} requests` },
    { name: t`cause`, value: worst.cause },
  ];
  const isOfAccount = / (?:ingress|egress|operations)$/u.test(worst.cause);
  if (partition !== null && !isOfAccount && partition.throttled >= throttled * mostlyShare) {
    return {
      kind: 'partition',
      title: t`Partition ${partition.partition} limits the speed`,
      evidence: [...evidence, partitionRate(partition)],
      advice:
        partition.entitiesPerSecond >= targets.partitionEntities.perSecond * hotShare
          ? t`One partition takes a load that several could share. Distribute writes over more PartitionKeys, or send them more slowly.`
          : t`The service throttles requests to this partition. Fewer concurrent requests get faster responses.`,
    };
  }
  return {
    kind: 'service',
    title: isOfAccount ? t`An account limit restricts the speed` : bottleneckLabels.service.title,
    evidence,
    advice: isOfAccount
      ? t`The account has reached its limit. Use fewer concurrent requests or another account, or request a higher limit.`
      : bottleneckLabels.service.advice,
  };
}

/** If most requests fail, the speed of the others is irrelevant. */
function ofFailures({ requests, failures }: MonitorState): AppVerdict | null {
  const failed = failures.reduce((sum, one) => sum + one.requests, 0);
  const worst = failures.reduce((a, b) => (b.requests > a.requests ? b : a), failures[0] ?? nothingFailed);
  if (failed < minFailures || failed < requests * minFailedShare) return null;
  const cause = titleOfStoredError({ code: worst.cause, message: worst.cause, context: {} });
  return {
    kind: 'failing',
    title: failingTitles[worst.kind][failed > requests / 2 ? 'most' : 'half'],
    advice: failingAdvice[worst.kind],
    evidence: [
      { name: t`failed`, value: t`${formatCount(failed)} of ${formatCount(requests)} requests` },
      { name: t`cause`, value: cause },
    ],
  };
}

const failingTitles = {
  'no-answer': { most: t`The service does not respond`, half: t`The service does not respond to half of the requests` },
  'cut-off': { most: t`Most responses are interrupted`, half: t`Half of the responses are interrupted` },
  refused: { most: t`The service rejects most requests`, half: t`The service rejects half of the requests` },
} as const;
const failingAdvice = {
  'no-answer': t`The cause is the network, the address of the connection, or the service itself. The Requests view lists each failed request.`,
  'cut-off': t`The cause is the network or a device in it. The Requests view lists each failed request.`,
  refused: t`The Requests view lists each of them with the response of the service.`,
} as const;
const nothingFailed = { kind: 'refused', cause: '', requests: 0 } as const;

function ofPartition({ partition }: MonitorState): AppVerdict | null {
  if (partition === null || partition.entitiesPerSecond < targets.partitionEntities.perSecond * nearTarget) return null;
  return {
    kind: 'partition',
    title: t`Partition ${partition.partition} is close to its target`,
    evidence: [partitionRate(partition)],
    advice: t`Above it, the service may throttle. Distribute the load over more PartitionKeys.`,
  };
}

function partitionRate({ entitiesPerSecond }: NonNullable<MonitorState['partition']>) {
  const target = formatCount(targets.partitionEntities.perSecond);
  return { name: t`partition`, value: t`${formatCount(Math.round(entitiesPerSecond))} of ${target} entities/s` };
}

function ofLoop({ loopDelayMs }: MonitorState): AppVerdict | null {
  if (loopDelayMs < busyLoopMs) return null;
  return {
    kind: 'cpu',
    title: bottleneckLabels.cpu.title,
    evidence: [{ name: t`delay of the engine’s event loop`, value: formatDuration(loopDelayMs) }],
    advice: t`The engine is busy processing data. Run fewer jobs and queries at the same time to make each faster.`,
  };
}

function ofTransfers({ transfers, bytesPerSecond }: MonitorState): AppVerdict | null {
  const { jobs, waits, threadUse, inFlight, fixedConcurrency } = transfers;
  const kind = bottleneckOf(waits, threadUse);
  if (jobs === 0 || kind === 'none') return null;
  const [largest] = waitShares(waits);
  const evidence = [
    ...(kind === 'cpu' ? [{ name: t`busiest thread`, value: percent(threadUse) }] : []),
    ...(kind !== 'cpu' && largest !== undefined
      ? [{ name: t`waits for ${largest.name}`, value: percent(largest.share) }]
      : []),
    { name: t`rate`, value: formatRate(bytesPerSecond) },
    { name: t`in flight`, value: formatCount(inFlight) },
  ];
  if (kind === 'line' && fixedConcurrency !== null && inFlight >= fixedConcurrency) {
    return {
      kind: 'concurrency',
      title: t`Your concurrency setting limits the speed`,
      evidence,
      advice: t`All ${formatCount(fixedConcurrency)} slots are in use. Set concurrency to automatic, or increase it.`,
    };
  }
  return { kind, ...bottleneckLabels[kind], evidence };
}

function ofConnections({ queueShare, meanInFlight, inFlight }: MonitorState): AppVerdict | null {
  if (queueShare < mostlyShare || meanInFlight < 1) return null;
  return {
    kind: 'connections',
    title: t`Requests wait for a free connection`,
    evidence: [
      { name: t`share of time in queue`, value: percent(queueShare) },
      { name: t`in flight`, value: formatCount(inFlight) },
    ],
    advice: t`There are more concurrent requests than connections allowed per host. They continue automatically; nothing is lost.`,
  };
}

function ofRequests({ firstByteShare, meanInFlight, bytesPerSecond }: MonitorState): AppVerdict {
  const evidence = [
    { name: t`requests in flight`, value: formatFixed(meanInFlight, 1) },
    { name: t`share of time waiting for responses`, value: percent(firstByteShare) },
    { name: t`rate`, value: formatRate(bytesPerSecond) },
  ];
  if (meanInFlight < lightInFlight) return { kind: 'free', title: t`No bottleneck`, evidence, advice: '' };
  return firstByteShare >= mostlyShare
    ? {
        kind: 'line',
        title: t`Most time is spent waiting for the service`,
        evidence,
        advice: t`Latency and service time dominate. Larger batches and more concurrent requests use them better.`,
      }
    : {
        kind: 'line',
        title: bottleneckLabels.line.title,
        evidence,
        advice: t`Most time is spent transferring data. For rows, fetch fewer properties or use smaller pages.`,
      };
}

function percent(share: number): string {
  return formatPercent(share);
}
