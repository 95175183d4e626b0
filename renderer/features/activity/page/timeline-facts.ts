// The figures of a timeline: how busy its slots were and which requests took longest. Pure.
import type { TraceSpan, TransferTimeline } from '@shared/model/transfer-trace';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
import { visibleLine } from '@shared/visible-text';
import { blockName } from './block-name';

export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface TimelineFacts {
  readonly requests: number;
  /** 0…1: time in which slots held a request, of all their time. */
  readonly busyShare: number;
  readonly longest: readonly { readonly span: TraceSpan; readonly tookMs: number }[];
}

export function timelineFacts({ spans, slots }: TransferTimeline, range: TimeRange, longest: number): TimelineFacts {
  const allMs = slots * (range.toMs - range.fromMs);
  const busyMs = spans.reduce((sum, span) => {
    const from = Math.max(range.fromMs, span.fromMs);
    return sum + Math.max(0, Math.min(range.toMs, span.toMs ?? range.toMs) - from);
  }, 0);
  const single = spans
    .filter(({ requests }) => requests === 1)
    .map((span) => ({ span, tookMs: (span.toMs ?? range.toMs) - span.fromMs }))
    .sort((a, b) => b.tookMs - a.tookMs);
  return {
    requests: spans.reduce((sum, { requests }) => sum + requests, 0),
    busyShare: allMs === 0 ? 0 : Math.min(1, busyMs / allMs),
    longest: single.slice(0, longest),
  };
}

/** `survey.bin, block 12 · 8.0 MiB · 420 ms · done`. */
export function spanText(span: TraceSpan, nowMs: number): string {
  const file = visibleLine(span.name);
  const name = span.block === null ? file : t`${file}, block ${blockName(span.block)}`;
  const what = span.requests === 1 ? name : t`${formatCount(span.requests)} requests, the first ${name}`;
  const tookMs = (span.toMs ?? nowMs) - span.fromMs;
  return `${what} · ${formatBytes(span.bytes)} · ${formatDuration(tookMs)} · ${outcomeLabels[span.outcome]}`;
}

export const outcomeLabels: Readonly<Record<TraceSpan['outcome'], string>> = {
  done: t`done`,
  failed: t`failed`,
  retried: t`sent again`,
  'in-flight': t`in flight`,
};
