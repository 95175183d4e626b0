// What stands beside the rows is drawn after them: the first page of a run is on screen sooner by what the toolbars of a
// tab take. Whatever else changes in between waits with them for that one frame, so that what is pressed there asks for
// the run of that moment, not the drawn one. All other changes are drawn at once, and so is all that waited when a later
// page comes before the frame: the end of a result stands over nothing that still tells of its first page.
import { type ReactNode, useEffect, useState } from 'react';
import type { QueryDraft } from './query/query-draft';
import type { SessionState } from './session/session-state';

export interface AfterRowsProps {
  readonly state: SessionState;
  /** What a person types is never late: another draft is drawn at once. */
  readonly draft: QueryDraft;
  readonly children: ReactNode;
}

export function AfterRows({ state, draft, children }: AfterRowsProps) {
  const [last, setLast] = useState<Last>({ state, draft, asked: children, drawn: children, waitsSince: null });
  if (last.asked !== children) {
    const mayWait = state.pages.length <= 1 && last.draft === draft;
    const waitsSince = mayWait ? (last.waitsSince ?? (last.state === state ? null : state)) : null;
    setLast({ state, draft, asked: children, drawn: waitsSince === null ? children : last.drawn, waitsSince });
  }
  const { waitsSince } = last;
  // Waits for a frame: React would put off a deferred value as long as something else is to be drawn, which on a busy
  // machine takes seconds, and a press meanwhile would be about the rows of before.
  useEffect(() => {
    if (waitsSince === null) return undefined;
    const frame = requestAnimationFrame(() => setLast((now) => ({ ...now, drawn: now.asked, waitsSince: null })));
    return () => cancelAnimationFrame(frame);
  }, [waitsSince]);
  return last.drawn;
}

interface Last {
  readonly state: SessionState;
  readonly draft: QueryDraft;
  readonly asked: ReactNode;
  readonly drawn: ReactNode;
  /** The state that brought the rows, and so another one for each frame that is waited for; null where none is. */
  readonly waitsSince: SessionState | null;
}
