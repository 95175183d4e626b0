// The texts of a logged request. Pure.
import type { LoggedRequest, RequestFilter } from '@shared/model/monitor';
import { neutralFormats, writtenAs } from '@shared/strings/formats';
import { formatTime } from '@shared/strings/moments';
import { formatFixed } from '@shared/strings/numbers';
import { asOne, t } from '@shared/strings/t';
import { formatBytes, formatDuration } from '@shared/units';

export const phases = ['queue', 'first-byte', 'answer'] as const;
export type Phase = (typeof phases)[number];

export const phaseNames: Readonly<Record<Phase, string>> = {
  queue: t`Queue`,
  'first-byte': t`First byte`,
  answer: t`Response`,
};

/** Where its time went, in ms; the queue comes before the rest. */
export function phaseMs({ queueMs, firstByteMs, totalMs }: LoggedRequest): Readonly<Record<Phase, number>> {
  const first = Math.min(firstByteMs, totalMs);
  return { queue: queueMs, 'first-byte': first, answer: totalMs - first };
}

/** Time of day in UTC, to the millisecond. */
export function timeOfDay(atMs: number): string {
  return formatTime(atMs, 'utc', 'millisecond');
}

export function statusText({ status, errorCode }: LoggedRequest): string {
  if (status === 0) return errorCode === '' ? t`No response` : errorCode;
  return errorCode === '' || errorCode === String(status) ? String(status) : `${status} ${errorCode}`;
}

export type Tone = 'good' | 'caution' | 'bad';
export function toneOf({ status, errorCode }: LoggedRequest): Tone {
  if (status === 429 || status === 503) return 'caution';
  return errorCode === '' || errorCode.startsWith('cancelled.') ? 'good' : 'bad';
}

/** Whole milliseconds from ten on, tenths below, microseconds below one: nothing that took time reads as 0. */
export function exactMs(ms: number): string {
  if (ms === 0) return '0';
  if (ms < 1) return asOne(`${Math.max(1, Math.round(ms * 1_000))} µs`);
  return ms < 10 ? asOne(t`${formatFixed(ms, 1)} ms`) : formatDuration(ms);
}

/** All its properties for the clipboard, a line each; without secrets, for there are none in the log. */
export function requestText(request: LoggedRequest, connection: string): string {
  const ms = phaseMs(request);
  return writtenAs(neutralFormats, () =>
    [
      `${request.operation} ${request.resource}`.trim(),
      `${request.method} ${request.address}`,
      `Time: ${new Date(request.atMs).toISOString()}`,
      `Connection: ${connection}`,
      ...(request.partition === '' ? [] : [`Partition: ${request.partition}`]),
      ...(request.entities === 0 ? [] : [`Entities: ${request.entities}`]),
      `Status: ${statusText(request)}${request.overLimit === '' ? '' : `, over the account’s limit of ${request.overLimit}`}`,
      `Try: ${request.attempt}`,
      `Sent: ${formatBytes(request.bytesUp)}, received: ${formatBytes(request.bytesDown)}`,
      `Took: ${phases.map((phase) => `${phase.replace('-', ' ')} ${exactMs(ms[phase])}`).join(', ')}`,
      `Connection ${request.reusedConnection ? 'kept alive' : 'opened for it'}`,
      ...(request.head ?? '').split('\n').flatMap((line, index) => {
        if (line === '') return [];
        return [index === 0 ? ['Query:', line].join(' ') : line];
      }),
    ].join('\n'),
  );
}

export interface RequestHead {
  /** Decoded. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Null once it is no longer held. */
export function headOf({ head }: Pick<LoggedRequest, 'head'>): RequestHead | null {
  if (head === undefined) return null;
  const [query = '', ...headers] = head.split('\n');
  return {
    query:
      query === ''
        ? []
        : query
            .split('&')
            .map((part) => pairOf(part, '='))
            .map(([name, value]) => [name, decoded(value)]),
    headers: headers.map((line) => pairOf(line, ': ')),
  };
}

function pairOf(text: string, between: string): readonly [string, string] {
  const at = text.indexOf(between);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + between.length)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What a filter leaves, as text. */
export function filterText(filter: RequestFilter): string {
  const { fromMs, toMs } = filter;
  if (fromMs === null || toMs === null) return '';
  const fineness = toMs - fromMs < inSecondsFromMs ? 'millisecond' : 'second';
  return t`${formatTime(fromMs, 'utc', fineness)} – ${formatTime(toMs, 'utc', fineness)} UTC`;
}

/** For such a long period, milliseconds carry no information. */
const inSecondsFromMs = 10_000;
