// Records each run of a session in the history: at once when it ends, at most once per second while it continues.
import type { RunRecord } from './run-record';

export interface RunRecorder {
  /** The run as it is now; null where there is nothing to keep. */
  note(record: RunRecord | null): void;
  /** Hands over what waits. */
  flush(): void;
}

/** A timer that can be taken back. */
export type Later = (run: () => void, ms: number) => () => void;

const pauseMs = 1000;

export function createRunRecorder(keep: (record: RunRecord) => void, later: Later): RunRecorder {
  let waiting: RunRecord | null = null;
  let cancel: (() => void) | undefined;
  let last = '';
  const hand = (record: RunRecord): void => {
    const text = JSON.stringify([record.table, record.terms, record.lastRun]);
    if (text === last) return;
    last = text;
    keep(record);
  };
  const flush = (): void => {
    cancel?.();
    cancel = undefined;
    if (waiting !== null) hand(waiting);
    waiting = null;
  };
  return {
    note(record) {
      if (record === null) return;
      // Another query has begun: what waits is the last that will be known of the one before.
      if (waiting !== null && queryText(waiting) !== queryText(record)) flush();
      waiting = record;
      if (record.urgency === 'at-once') flush();
      else cancel ??= later(flush, pauseMs);
    },
    flush,
  };
}

function queryText({ table, terms }: RunRecord): string {
  return JSON.stringify([table, terms]);
}
