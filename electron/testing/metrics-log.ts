// A MetricsSink that records everything, for tests that count requests and bytes.
import type { MetricsSink, RequestRecord } from '../engine/metrics/request-record';

export interface MetricsLog extends MetricsSink {
  readonly records: readonly RequestRecord[];
  readonly retries: readonly string[];
  readonly bytes: { readonly up: number; readonly down: number };
  /** Sizes of the reported pieces. */
  readonly pieces: { readonly up: readonly number[]; readonly down: readonly number[] };
  inFlight(): number;
  openConnections(): number;
  clear(): void;
}

export function createMetricsLog(): MetricsLog {
  const records: RequestRecord[] = [];
  const retries: string[] = [];
  const bytes = { up: 0, down: 0 };
  const pieces = { up: [] as number[], down: [] as number[] };
  let inFlight = 0;
  let open = 0;
  return {
    records,
    retries,
    bytes,
    pieces,
    inFlight: () => inFlight,
    openConnections: () => open,
    requestStarted: () => {
      inFlight += 1;
    },
    requestEnded: (record) => {
      inFlight -= 1;
      records.push(record);
    },
    bytesMoved: (direction, count) => {
      bytes[direction] += count;
      pieces[direction].push(count);
    },
    connectionsOpen: (delta) => {
      open += delta;
    },
    retried: (cause) => {
      retries.push(cause);
    },
    clear: () => {
      records.length = 0;
      retries.length = 0;
      bytes.up = 0;
      bytes.down = 0;
      pieces.up.length = 0;
      pieces.down.length = 0;
    },
  };
}
