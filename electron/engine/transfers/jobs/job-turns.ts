// The order of the jobs, kept in their journals so that a restart restores it.
import type { TurnOrder } from '../pace/turn-queue';
import type { Entry } from './job-entry';

/** Running jobs precede waiting ones, also after a restart. */
export function recordTurns(order: TurnOrder, entries: ReadonlyMap<string, Entry>): void {
  const queued = order.waiting.flatMap((id) => entries.get(id) ?? []);
  const moving = order.moving.flatMap((id) => entries.get(id) ?? []);
  const last = Math.max(-Infinity, ...moving.map(({ state: jobState }) => jobState.turn));
  const turns = turnsInOrder(
    queued.map(({ state: jobState }) => jobState.turn),
    last,
  );
  for (const [index, { state: jobState, journal }] of queued.entries()) {
    const at = turns[index];
    if (at !== undefined && at !== jobState.turn) journal?.note({ t: 'turn', at });
  }
}

/**
 * A turn before all running and waiting jobs, for a job that is started beyond the usual number and must not wait after
 * a restart.
 */
export function takeFirstTurn({ state: jobState, journal }: Entry, entries: Iterable<Entry>): void {
  const others = [...entries].filter((one) => one.state !== jobState && one.journal !== null);
  const first = Math.min(...others.map((one) => one.state.turn));
  if (first <= jobState.turn) journal?.note({ t: 'turn', at: first - 1 });
}

/** Pure: the same order, with each turn later than the one before and than `last`. */
function turnsInOrder(turns: readonly number[], last: number): readonly number[] {
  const inOrder: number[] = [];
  for (const turn of [...turns].sort((a, b) => a - b)) inOrder.push(Math.max(turn, (inOrder.at(-1) ?? last) + 1));
  return inOrder;
}
