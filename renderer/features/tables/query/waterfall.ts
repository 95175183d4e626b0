// The requests of a run on one time axis: when each was active, in which phase, and the cost of all.
import type { PageStats, SentRequest } from '@shared/model/query-page';
import { counted } from '@shared/strings/counted';
import { formatFixed } from '@shared/strings/numbers';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount, formatDuration } from '@shared/units';

export interface WaterfallRow {
  readonly request: SentRequest;
  /** Index of the page that it brought rows for. */
  readonly page: number;
  /** The token that its page was requested from; null for the start of the query. */
  readonly startToken: string | null;
  /** Since the first request of the run. */
  readonly atMs: number;
}

export const phases = ['queue', 'first-byte', 'download', 'decode'] as const;
export type Phase = (typeof phases)[number];

export const phaseNames: Readonly<Record<Phase, string>> = {
  queue: t`queue`,
  'first-byte': t`first byte`,
  download: t`download`,
  decode: t`decode`,
};

/** In the order in which they were sent. */
export function waterfallRows(
  pages: readonly PageStats[],
  startTokens: readonly (string | null)[],
): readonly WaterfallRow[] {
  const rows = pages.flatMap(({ sent = [] }, page) =>
    sent.map((request) => ({ request, page, startToken: startTokens[page] ?? null })),
  );
  const originMs = rows.reduce((min, { request }) => Math.min(min, request.startedAtMs), Infinity);
  return rows
    .map((row) => ({ ...row, atMs: row.request.startedAtMs - originMs }))
    .sort((left, right) => left.atMs - right.atMs);
}

export function phaseMs({ queueMs, firstByteMs, downloadMs, decodeMs }: SentRequest): Readonly<Record<Phase, number>> {
  return { queue: queueMs, 'first-byte': firstByteMs, download: downloadMs, decode: decodeMs };
}

export function elapsedMs(request: SentRequest): number {
  return request.queueMs + request.firstByteMs + request.downloadMs + request.decodeMs;
}

export interface WaterfallTotals {
  readonly requests: number;
  readonly retries: number;
  readonly rows: number;
  readonly bytes: number;
  /** Over the time in which a request was under way; 0 before the first. */
  readonly rowsPerSecond: number;
  /** Time from a page’s last byte to its rows, per 1,000 entities; null without a row. */
  readonly decodeMsPerThousand: number | null;
}

export function waterfallTotals(rows: readonly WaterfallRow[]): WaterfallTotals {
  const sum = (of: (request: SentRequest) => number): number => rows.reduce((all, { request }) => all + of(request), 0);
  const received = sum((request) => request.rows);
  const activeMs = activeTimes(rows).reduce((all, { fromMs, toMs }) => all + toMs - fromMs, 0);
  return {
    requests: rows.length,
    retries: sum((request) => request.retries),
    rows: received,
    bytes: sum((request) => request.bytes),
    rowsPerSecond: activeMs === 0 ? 0 : (received * 1000) / activeMs,
    decodeMsPerThousand: received === 0 ? null : (sum((request) => request.decodeMs) * 1000) / received,
  };
}

/** `4 requests · 1 retry · 2,400 rows · 512.0 KiB · 41,000 rows/s · 4.2 ms of decoding per 1,000 entities` */
export function totalsText(totals: WaterfallTotals): string {
  const { requests, retries, rows, bytes, rowsPerSecond, decodeMsPerThousand } = totals;
  return [
    counted(requests, 'request'),
    ...(retries === 0 ? [] : [counted(retries, 'retry')]),
    counted(rows, 'row'),
    formatBytes(bytes),
    t`${formatCount(rowsPerSecond)} rows/s`,
    ...(decodeMsPerThousand === null
      ? []
      : [t`${formatFixed(decodeMsPerThousand, 1)} ms of decoding per 1,000 entities`]),
  ].join(' · ');
}

/** Where a moment lies, as a fraction of the axis. Long idle times are cut short, so that bars stay bars. */
export interface TimeAxis {
  /** 0…1 for a time since the first request. */
  readonly position: (atMs: number) => number;
  /** Idle times that were cut: where they stand and how long they were. */
  readonly cuts: readonly { readonly at: number; readonly idleMs: number }[];
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
}

export function timeAxis(rows: readonly WaterfallRow[]): TimeAxis {
  const active = activeTimes(rows);
  const activeMs = active.reduce((all, { fromMs, toMs }) => all + toMs - fromMs, 0);
  const maxIdleMs = activeMs * idleShare;
  const stretches: Stretch[] = [];
  const cutTimes: { readonly afterMs: number; readonly idleMs: number }[] = [];
  let cutMs = 0;
  let endMs = 0;
  for (const { fromMs, toMs } of active) {
    const idleMs = fromMs - endMs;
    if (idleMs > maxIdleMs) {
      cutTimes.push({ afterMs: endMs - cutMs + maxIdleMs / 2, idleMs });
      cutMs += idleMs - maxIdleMs;
    }
    stretches.push({ fromMs, toMs, cutMs });
    endMs = toMs;
  }
  const spanMs = Math.max(1, endMs - cutMs);
  const position = (atMs: number): number =>
    Math.min(1, Math.max(0, (atMs - (stretchAt(stretches, atMs)?.cutMs ?? 0)) / spanMs));
  const roundTimes = cutTimes.length === 0 ? roundTimesUpTo(spanMs) : stretches.map(({ fromMs }) => fromMs);
  return {
    position,
    cuts: cutTimes.map(({ afterMs, idleMs }) => ({ at: afterMs / spanMs, idleMs })),
    ticks: readableTicks(roundTimes.map((atMs) => ({ at: position(atMs), text: formatDuration(atMs) }))),
  };
}

/** The longest that an idle time is drawn, as a share of all busy time. */
const idleShare = 0.12;
const maxTicks = 4;
const minTickDistance = 0.24;

interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A time in which something was under way, and how much idle time was cut before it. */
interface Stretch extends TimeSpan {
  readonly cutMs: number;
}

/** The last one that starts at or before `atMs`, by halving. */
function stretchAt(stretches: readonly Stretch[], atMs: number): Stretch | undefined {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((stretches[middle]?.fromMs ?? Infinity) <= atMs) low = middle + 1;
    else high = middle;
  }
  return stretches[low - 1];
}

function roundTimesUpTo(spanMs: number): readonly number[] {
  const rough = spanMs / maxTicks;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const stepMs = ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.floor(spanMs / stepMs) + 1 }, (_, index) => index * stepMs);
}

/** Those that stand far enough from the one before and from the end. */
function readableTicks(ticks: TimeAxis['ticks']): TimeAxis['ticks'] {
  let last = -Infinity;
  return ticks.filter(({ at }) => {
    if (at > 0.85 || at - last < minTickDistance) return false;
    last = at;
    return true;
  });
}

/** Times in which at least one request was under way, in order, none touching another. */
function activeTimes(rows: readonly WaterfallRow[]): readonly TimeSpan[] {
  const spans: { fromMs: number; toMs: number }[] = [];
  for (const { atMs, request } of rows) {
    const toMs = atMs + elapsedMs(request);
    const last = spans.at(-1);
    if (last !== undefined && atMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs);
    else spans.push({ fromMs: atMs, toMs });
  }
  return spans;
}

/** `GET https://…/Movies()` and a line a parameter, decoded. */
export function requestText({ method, address, parameters }: SentRequest): string {
  return [`${method} ${address}`, ...parameters.map(({ name, value }) => `${name}=${value}`)].join('\n');
}

/** Why the service ended the answer, as far as it can be known. */
export const endTexts: Readonly<Record<SentRequest['ended'], string>> = {
  last: t`last`,
  'page-size': t`page size`,
  boundary: t`boundary or 5 s`,
};

/** The end of a token distinguishes it from others. */
export function shortToken(token: string): string {
  return token.length <= 9 ? token : `…${token.slice(-8)}`;
}
