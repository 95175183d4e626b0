// What stands beside the rows is drawn after them: the first page of a run is on screen sooner by what the toolbars of a
// tab take. Whatever else changes in between waits with them for that one frame, so that what is pressed there asks for
// the run of that moment, not the drawn one. All other changes, later pages included, are drawn at once.
import { type ReactNode, useDeferredValue } from 'react';
import type { QueryDraft } from './query/query-draft';
import type { SessionState } from './session/session-state';

export interface AfterRowsProps {
  readonly state: SessionState;
  /** What a person types is never late: another draft is drawn at once. */
  readonly draft: QueryDraft;
  readonly children: ReactNode;
}

export function AfterRows({ state, draft, children }: AfterRowsProps) {
  const drawn = useDeferredValue({ state, draft, children });
  const isFirstPage = state.pages.length <= 1 && drawn.state !== state;
  return isFirstPage && drawn.draft === draft ? drawn.children : children;
}
