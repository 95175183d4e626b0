// The staged edits of a table tab, for its parts.
import { call } from '@renderer/bridge';
import { showToast } from '@renderer/ui';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { QuerySession } from '../session/query-session';
import { type StagedCounts, type Staging, countStaged } from './staging';
import { type StagingState, type StagingStore, createStagingStore } from './staging-store';

export interface StagedEdits extends Pick<StagingStore, 'stage' | 'results'> {
  readonly state: StagingState;
  readonly counts: StagedCounts;
}

/** What was staged in tabs that were closed, by connection and table: closing a tab loses nothing. */
const leftStaged = new Map<string, Staging>();

export function useStaging(connectionId: string, table: string, session: QuerySession): StagedEdits {
  const [store] = useState(() => {
    const made = createStagingStore(session, async ({ partitionKey, rowKey }) => {
      return (await call('entities.get', { connectionId, table, keys: { partitionKey, rowKey } })).entity;
    });
    made.stage((nothing) => leftStaged.get(`${connectionId}/${table}`) ?? nothing);
    return made;
  });
  useEffect(
    () => () => {
      const { staging } = store.store.getState();
      leftStaged.set(`${connectionId}/${table}`, staging);
      if (staging.edits.length === 0) return;
      const text = 'Open the table again to apply or discard them. They last as long as the window.';
      showToast({ tone: 'information', title: `Staged changes of ${table} are kept`, text });
    },
    [connectionId, table, store],
  );
  const state = useStore(store.store);
  const { stage, results } = store;
  return useMemo(() => ({ state, counts: countStaged(state.staging), stage, results }), [state, stage, results]);
}
