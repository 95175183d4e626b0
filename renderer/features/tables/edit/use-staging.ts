// The staged edits of a table tab, for its parts: what is staged, how it is sent, how it is taken back.
import { call } from '@renderer/bridge';
import type { EditGrouping, EntityKeys, StagedEdit } from '@shared/model/edit';
import type { ApplyResult } from '@shared/model/edit-outcome';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { QuerySession } from '../session/query-session';
import * as staging from './staging';
import { type StagingState, type StagingStore, createStagingStore } from './staging-store';

export interface StagedEdits {
  /** As `edits.review` and `edits.apply` take them. */
  readonly edits: readonly StagedEdit[];
  readonly grouping: EditGrouping;
  readonly counts: staging.StagedCounts;
  readonly state: StagingState;
  readonly stage: StagingStore['stage'];
  readonly setOptions: (options: Partial<staging.WriteOptions>) => void;
  readonly discard: (editId: string) => void;
  /** A property by its name, or `PartitionKey` or `RowKey` for a change of keys. */
  readonly discardProperty: (editId: string, name: string) => void;
  readonly discardAll: () => void;
  /** `edits` as they were applied; see `StagingStore`. */
  readonly afterApply: (edits: readonly StagedEdit[], result: ApplyResult) => Promise<void>;
  readonly reread: (keys: readonly EntityKeys[]) => Promise<void>;
}

export function useStaging(connectionId: string, table: string, session: QuerySession): StagedEdits {
  const [store] = useState(() =>
    createStagingStore(session, async (keys) => {
      const { partitionKey, rowKey } = keys;
      return (await call('entities.get', { connectionId, table, keys: { partitionKey, rowKey } })).entity;
    }),
  );
  const state = useStore(store.store);
  const { stage, afterApply, reread } = store;
  return useMemo(
    () => ({
      edits: staging.editsToSend(state.staging),
      grouping: state.staging.options.grouping,
      counts: staging.countStaged(state.staging),
      state,
      stage,
      setOptions: (options) => stage((before) => staging.withOptions(before, options)),
      discard: (editId) => stage((before) => staging.discard(before, editId)),
      discardProperty: (editId, name) => stage((before) => staging.discardProperty(before, editId, name)),
      discardAll: () => stage(staging.discardAll),
      afterApply,
      reread,
    }),
    [state, stage, afterApply, reread],
  );
}
