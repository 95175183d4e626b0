// What a unit of a job's work is doing: a file, a block of one, or several of them as one cell.
export const unit = { untouched: 0, inFlight: 1, done: 2, retrying: 3, partlyDone: 4 } as const;
export type UnitState = (typeof unit)[keyof typeof unit];

/**
 * Of the units from `from` up to `to`, which are shown as one: what moves shows through, and a part that is done is not the
 * whole. Missing units are untouched. A plain loop: a million files are looked at for one drawing of a job.
 */
export function stateOfAll(units: ArrayLike<number>, from = 0, to = units.length): UnitState {
  let [done, partly, moving] = [0, false, false];
  const end = Math.min(to, units.length);
  for (let index = from; index < end; index += 1) {
    const state = units[index];
    if (state === unit.retrying) return unit.retrying;
    if (state === unit.done) done += 1;
    else if (state === unit.inFlight) moving = true;
    else if (state === unit.partlyDone) partly = true;
  }
  if (moving) return unit.inFlight;
  if (to > from && done === to - from) return unit.done;
  return partly || done > 0 ? unit.partlyDone : unit.untouched;
}
