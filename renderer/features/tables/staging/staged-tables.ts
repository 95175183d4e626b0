// The staged edits of this window, by table: the tabs of a table and of its entities share them, and they outlive the
// tabs.
import { call } from '@renderer/bridge';
import { t } from '@shared/strings/t';
import { notifyOtherWindows, shareWrites } from './written-rows';
import { type StagedCounts, countStaged, discardMany } from './staging';
import {
  type StagedConflict,
  type StagingState,
  type StagingStore,
  conflictsOf,
  createStagingStore,
} from './staging-store';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { RowsOnScreen } from './shown-writes';

export interface TableLocation {
  readonly connectionId: string;
  readonly table: string;
}

/** Staged and not applied. */
export interface StagedIn extends TableLocation {
  readonly editIds: readonly string[];
}

const tables = new Map<string, { readonly location: TableLocation; readonly staging: StagingStore }>();
const watchers = new Set<(target: TableLocation) => void>();

/** The staging of this table, created on first use. */
export function stagingOf({ connectionId, table }: TableLocation): StagingStore {
  const key = keyOf({ connectionId, table });
  const known = tables.get(key);
  if (known !== undefined) return known.staging;
  const staging = createStagingStore(
    async ({ partitionKey, rowKey }) => {
      return (await call('entities.get', { connectionId, table, keys: { partitionKey, rowKey } })).entity;
    },
    (rows) => notifyOtherWindows({ connectionId, table }, rows),
  );
  tables.set(key, { location: { connectionId, table }, staging });
  staging.store.subscribe((state, before) => {
    if (state.staging.edits === before.staging.edits) return;
    for (const watch of watchers) watch({ connectionId, table });
  });
  return staging;
}

/** Updates the tabs of tables in this window after writes of other windows, until the returned function is called. */
export function listenToOtherWindows(): () => void {
  return shareWrites(({ connectionId, table }, rows) => {
    const elsewhere = tables.get(keyOf({ connectionId, table }))?.staging.elsewhere;
    const by = t`Another window`;
    if (rows === null) elsewhere?.onTable(by);
    else elsewhere?.onRowsOfOthers(rows, by).catch(() => elsewhere.onTable(by));
  });
}

const keyOf = ({ connectionId, table }: TableLocation): string => JSON.stringify([connectionId, table]);

/** Calls back for every table whose staged edits change, until the returned function is called. */
export function watchStagings(onChange: (target: TableLocation) => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

/** Every table with staged edits. */
export function stagedTables(): readonly StagedIn[] {
  return [...tables.values()].flatMap(({ location: target, staging }) => {
    const { edits } = staging.store.getState().staging;
    return edits.length === 0 ? [] : [{ ...target, editIds: edits.map(({ id }) => id) }];
  });
}

export function discardStaged({ editIds, ...target }: StagedIn): void {
  stagingOf(target).stage((before) => discardMany(before, new Set(editIds)));
}

export interface StagedEdits extends Pick<StagingStore, 'stage' | 'amend' | 'step' | 'hasStep' | 'results'> {
  readonly state: StagingState;
  readonly counts: StagedCounts;
  /** Found and not settled. */
  readonly conflicts: readonly StagedConflict[];
}

/** `rows`: those that show applied edits; omitted in a tab without rows. */
export function useStaging({ connectionId, table }: TableLocation, rows?: RowsOnScreen): StagedEdits {
  const staging = stagingOf({ connectionId, table });
  useEffect(() => (rows === undefined ? undefined : staging.showIn(rows)), [staging, rows]);
  const state = useStore(staging.store);
  const { stage, amend, step, hasStep, results } = staging;
  const { staging: staged, met } = state;
  const conflicts = useMemo(() => conflictsOf(staged.edits, met), [staged, met]);
  return useMemo(
    () => ({ state, counts: countStaged(state.staging), conflicts, stage, amend, step, hasStep, results }),
    [state, conflicts, stage, amend, step, hasStep, results],
  );
}
