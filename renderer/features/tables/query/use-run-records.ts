// Records the runs of a tab in the history of its table, while they run and once the tab is closed.
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { showFailure } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import { useEffect, useEffectEvent } from 'react';
import type { ResultSession } from '../result/result-session';
import type { SessionState } from '../result/session-state';
import { type Continued, runRecord } from './run-record';
import { createRunRecorder } from './run-recorder';

export interface RunRecordsInput {
  readonly connectionId: string;
  readonly table: string;
  readonly session: ResultSession;
  /** Rows per page as in the settings. */
  readonly pageSize: number;
  /** The earlier run that the one with this first try goes on; undefined where it began at its start. */
  readonly continued: (firstTry: number) => Continued | undefined;
}

export function useRunRecords({ connectionId, table, session, pageSize, continued }: RunRecordsInput): void {
  const recordOf = useEffectEvent(() => {
    const now = session.store.getState();
    return runRecord(now, session.nextToken(), continued(now.firstTry), pageSize);
  });
  useEffect(() => {
    const reportOnce = firstFailure(table);
    const recorder = createRunRecorder(
      ({ urgency: _urgency, ...record }) => {
        call('library.record', { connectionId, ...record }).catch(reportOnce);
      },
      (then, ms) => {
        const timer = window.setTimeout(then, ms);
        return () => window.clearTimeout(timer);
      },
    );
    const stop = session.store.subscribe((now, before) => {
      if (!isSameNews(now, before)) recorder.note(recordOf());
    });
    return () => {
      stop();
      recorder.flush();
    };
  }, [connectionId, table, session]);
}

/** A run that comes back where another one failed was recorded when it ran, and is not recorded again. */
function isSameNews(now: SessionState, before: SessionState): boolean {
  if (now.rejected === before.rejected) return false;
  return now.rejected !== undefined || (now.status === before.status && now.pages === before.pages);
}

/** Tells the first failure of a tab that is not the engine's absence; the rows are there all the same. */
function firstFailure(table: string): (thrown: unknown) => void {
  let hasReported = false;
  return (thrown) => {
    const error = StowageError.from(thrown);
    if (hasReported || error.kind === 'network' || error.kind === 'cancelled') return;
    hasReported = true;
    showFailure(error, t`The history of ${table} is not kept`);
  };
}
