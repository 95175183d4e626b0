// Rows that failed, read again and listed again at the end of the plan, so that they are retried in their current
// state.
import { isIdentical, valuesByName } from '@shared/edit/changes';
import type { Entity } from '@shared/model/entity';
import { matches, prefixCheck } from '@shared/query/evaluate';
import type { TableQuery } from '@shared/model/table-query';
import { filterProperties } from '@shared/query/filter-properties';
import { checkedFilter } from '@shared/query/key-filter';
import { isKey } from '@shared/query/normal-form';
import { rowsText } from '../import/done-rows';
import { type ReadTarget, readEntity, sameContent } from '../ambiguous-writes';
import type { ResultRecord } from './bulk-records';
import { type PlanExtent, PlanWriter, type PlannedRow, plannedRows } from './plan-file';
import type { RowAction } from './row-action';
import type { RowStates } from './row-states';

export interface FreshRowsOptions {
  readonly target: ReadTarget;
  /** The plan and how much of it counts. */
  readonly path: string;
  readonly extent: PlanExtent;
  readonly states: RowStates;
  readonly action: RowAction;
  /** What a row has to match to be changed; null for chosen rows. */
  readonly query: TableQuery | null;
  readonly code: string;
}

const parallelReads = 16;

/** @returns the longer plan, and what to note once it counts. Throws what reading throws; then the plan is as before. */
export async function listFreshRows({
  target,
  path,
  extent,
  states,
  action,
  query,
  code,
}: FreshRowsOptions): Promise<{ readonly extent: PlanExtent; readonly records: readonly ResultRecord[] }> {
  const stillMatches: StillMatches = query === null ? () => true : matcher(query);
  const writer = await PlanWriter.open(path, extent);
  const settled = { retried: [] as number[], unchanged: [] as number[] };
  const take = async (group: readonly PlannedRow[]): Promise<void> => {
    const fresh = await Promise.all(group.map(({ entity }) => readEntity(target, entity)));
    const listed: Entity[] = [];
    group.forEach(({ index, entity }, at) => {
      const next = nextOf(action, entity, fresh[at] ?? null, stillMatches);
      if (next === null) settled.unchanged.push(index);
      else {
        listed.push(next);
        settled.retried.push(index);
      }
    });
    await writer.add(listed);
  };
  try {
    let group: PlannedRow[] = [];
    for await (const row of plannedRows(path, extent)) {
      if (states.causeOf(row.index) !== code) continue;
      group.push(row);
      if (group.length < parallelReads) continue;
      await take(group);
      group = [];
    }
    await take(group);
  } finally {
    await writer.close();
  }
  return {
    extent: writer.extent,
    records: [
      { kind: 'retried', rows: rowsText(settled.retried) },
      { kind: 'unchanged', rows: rowsText(settled.unchanged) },
    ],
  };
}

/** Whether a row that the service had found still matches the condition. */
type StillMatches = (planned: Entity, fresh: Entity) => boolean;

/** Null if nothing is left to do: the row is gone, no longer matches, or already has its target state. */
function nextOf(action: RowAction, planned: Entity, fresh: Entity | null, stillMatches: StillMatches): Entity | null {
  if (action.kind === 'restore') return restorationOf(planned, fresh);
  return fresh !== null && stillMatches(planned, fresh) ? fresh : null;
}

/**
 * A row that another client changed since retains the ETag that the undone change had left, and is rejected again: the
 * user was not shown what would be lost.
 */
function restorationOf(planned: Entity, fresh: Entity | null): Entity | null {
  if (fresh === null) return { ...planned, etag: '' };
  return sameContent(planned, fresh) ? null : planned;
}

function matcher(query: TableQuery): StillMatches {
  const { node } = checkedFilter(query);
  const requestedNames = filterProperties(node).filter((name) => !isKey(name));
  // The bounds of a prefix can include keys that do not start with it: some prefixes have no last text.
  const startsAsRequested = prefixCheck(query) ?? (() => true);
  // Some stores find more than we would, such as a double where a whole number was named: then what decided it counts.
  return (planned, fresh) =>
    isSameIn(requestedNames, planned, fresh) || ((node === null || matches(node, fresh)) && startsAsRequested(fresh));
}

/** Never for the Timestamp, which is another with every write. */
function isSameIn(names: readonly string[], planned: Entity, fresh: Entity): boolean {
  const [before, now] = [valuesByName(planned.properties), valuesByName(fresh.properties)];
  return names.every((name) => name !== 'Timestamp' && isIdentical(before.get(name), now.get(name)));
}
