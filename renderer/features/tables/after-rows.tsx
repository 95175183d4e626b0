// What stands beside the rows is drawn after them: the first page of a run is on screen sooner by what the toolbars of a
// tab take. Whatever else changes, later pages included, is drawn at once: a field that a person types into is never late.
import { type ReactNode, useDeferredValue } from 'react';
import type { QueryDraft } from './query/query-draft';
import type { SessionState } from './session/session-state';

export interface AfterRowsProps {
  readonly state: SessionState;
  readonly draft: QueryDraft;
  readonly children: ReactNode;
}

export function AfterRows({ state, draft, children }: AfterRowsProps) {
  const drawn = useDeferredValue({ state, draft, children });
  const isFirstPage = state.pages.length <= 1 && drawn.state !== state;
  return isFirstPage && drawn.draft === draft ? drawn.children : children;
}
