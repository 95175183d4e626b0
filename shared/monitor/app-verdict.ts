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

const idle: AppVerdict = { kind: 'idle', title: t`Nothing moves`, evidence: [], advice: '' };

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
      title: t`The partition ${partition.partition} limits the speed`,
      evidence: [...evidence, partitionRate(partition)],
      advice:
        partition.entitiesPerSecond >= targets.partitionEntities.perSecond * hotShare
          ? t`One partition carries what several could. Spread the writes over more PartitionKeys, or send them more slowly.`
          : t`The service refuses requests to this one partition. Fewer at once would be answered sooner.`,
    };
  }
  return {
    kind: 'service',
    title: isOfAccount ? t`A limit of the account holds the speed down` : bottleneckLabels.service.title,
    evidence,
    advice: isOfAccount
      ? t`The account as a whole is at its limit. Fewer requests at once, another account, or a higher limit from the service would help.`
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
  'no-answer': { most: t`The service does not answer`, half: t`The service does not answer half of the requests` },
  'cut-off': { most: t`Most answers break off`, half: t`Half of the answers break off` },
  refused: { most: t`The service refuses most requests`, half: t`The service refuses half of the requests` },
} as const;
const failingAdvice = {
  'no-answer': t`The line, the address of the connection or the service itself is the reason. The view Requests lists each that failed.`,
  'cut-off': t`The line, or what stands in it, is the reason. The view Requests lists each that failed.`,
  refused: t`The view Requests lists each of them with the answer of the service.`,
} as const;
const nothingFailed = { kind: 'refused', cause: '', requests: 0 } as const;

function ofPartition({ partition }: MonitorState): AppVerdict | null {
  if (partition === null || partition.entitiesPerSecond < targets.partitionEntities.perSecond * nearTarget) return null;
  return {
    kind: 'partition',
    title: t`The partition ${partition.partition} is near its target`,
    evidence: [partitionRate(partition)],
    advice: t`Beyond it the service may throttle. More PartitionKeys share the load.`,
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
    advice: t`The engine is busy with what it reads and writes. Fewer jobs and queries at once would each be quicker.`,
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
      title: t`Your own number of requests at once limits the speed`,
      evidence,
      advice: t`All ${formatCount(fixedConcurrency)} are in use. Let the transfer find the number by itself, or allow more.`,
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
      { name: t`share of time in the queue`, value: percent(queueShare) },
      { name: t`in flight`, value: formatCount(inFlight) },
    ],
    advice: t`More is asked at once than connections are allowed to one host. It goes on by itself; nothing is lost.`,
  };
}

function ofRequests({ firstByteShare, meanInFlight, bytesPerSecond }: MonitorState): AppVerdict {
  const evidence = [
    { name: t`requests in flight`, value: formatFixed(meanInFlight, 1) },
    { name: t`share of time waiting for the answer`, value: percent(firstByteShare) },
    { name: t`rate`, value: formatRate(bytesPerSecond) },
  ];
  if (meanInFlight < lightInFlight) return { kind: 'free', title: t`Nothing holds it back`, evidence, advice: '' };
  return firstByteShare >= mostlyShare
    ? {
        kind: 'line',
        title: t`Requests mostly wait for the answer of the service`,
        evidence,
        advice: t`Distance and the service’s own work take the time. Larger batches and more at once make better use of it.`,
      }
    : {
        kind: 'line',
        title: bottleneckLabels.line.title,
        evidence,
        advice: t`Most of the time goes into moving bytes. Where they are rows, fewer properties or smaller pages relieve it.`,
      };
}

function percent(share: number): string {
  return formatPercent(share);
}
