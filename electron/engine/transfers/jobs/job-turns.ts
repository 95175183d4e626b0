// The order of the jobs that wait, kept in their journals: a restart finds it again.
import type { Entry } from './job-entry';

/** `waiting`: their ids, the next one first. */
export function keepTurns(waiting: readonly string[], entries: ReadonlyMap<string, Entry>): void {
  const queued = waiting.flatMap((id) => entries.get(id) ?? []);
  const turns = turnsInOrder(queued.map(({ standing }) => standing.turn));
  for (const [index, { standing, journal }] of queued.entries()) {
    const at = turns[index];
    if (at !== undefined && at !== standing.turn) journal?.note({ t: 'turn', at });
  }
}

/** The same turns among themselves, each later than the one before. Pure. */
function turnsInOrder(turns: readonly number[]): readonly number[] {
  const inOrder: number[] = [];
  for (const turn of [...turns].sort((a, b) => a - b)) inOrder.push(Math.max(turn, (inOrder.at(-1) ?? -Infinity) + 1));
  return inOrder;
}
