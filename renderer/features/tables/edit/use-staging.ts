// The staged edits of a table tab, for its parts.
import { call } from '@renderer/bridge';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { QuerySession } from '../session/query-session';
import { type StagedCounts, countStaged } from './staging';
import { type StagingState, type StagingStore, createStagingStore } from './staging-store';

export interface StagedEdits extends Pick<StagingStore, 'stage' | 'results'> {
  readonly state: StagingState;
  readonly counts: StagedCounts;
}

export function useStaging(connectionId: string, table: string, session: QuerySession): StagedEdits {
  const [store] = useState(() =>
    createStagingStore(session, async ({ partitionKey, rowKey }) => {
      return (await call('entities.get', { connectionId, table, keys: { partitionKey, rowKey } })).entity;
    }),
  );
  const state = useStore(store.store);
  const { stage, results } = store;
  return useMemo(() => ({ state, counts: countStaged(state.staging), stage, results }), [state, stage, results]);
}
