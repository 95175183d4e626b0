// Renders the toolbars around the rows one frame after them, so that the first page of a run appears earlier by the
// time that the toolbars take. All other changes in between wait for that frame too, so that a press there acts on the
// current run, not on the one that is drawn. At any other time changes are rendered at once, and so is everything that
// waits when a later page arrives before the frame: the end of a result must not appear beside toolbars that still
// describe its first page.
import { type ReactNode, useEffect, useState } from 'react';
import type { QueryDraft } from '../query/query-draft';
import type { SessionState } from '../result/run-state';

export interface AfterRowsProps {
  readonly state: SessionState;
  /** What a user types is never late: another draft is drawn at once. */
  readonly draft: QueryDraft;
  readonly children: ReactNode;
}

export function AfterRows({ state, draft, children }: AfterRowsProps) {
  const [last, setLast] = useState<Last>({ state, draft, requested: children, drawn: children, waitsSince: null });
  if (last.requested !== children) {
    const mayWait = state.pages.length <= 1 && last.draft === draft;
    const waitsSince = mayWait ? (last.waitsSince ?? (last.state === state ? null : state)) : null;
    setLast({ state, draft, requested: children, drawn: waitsSince === null ? children : last.drawn, waitsSince });
  }
  const { waitsSince } = last;
  // Waits for a frame: React would put off a deferred value as long as something else is to be drawn, which on a busy
  // machine takes seconds, and a press meanwhile would be about the rows of before.
  useEffect(() => {
    if (waitsSince === null) return undefined;
    const frame = requestAnimationFrame(() => setLast((now) => ({ ...now, drawn: now.requested, waitsSince: null })));
    return () => cancelAnimationFrame(frame);
  }, [waitsSince]);
  return last.drawn;
}

interface Last {
  readonly state: SessionState;
  readonly draft: QueryDraft;
  readonly requested: ReactNode;
  readonly drawn: ReactNode;
  /** The state that brought the rows, and so another one for each frame that is waited for; null where none is. */
  readonly waitsSince: SessionState | null;
}
