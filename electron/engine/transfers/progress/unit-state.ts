// What a unit of a job's work is doing: a file, a block of one, or several of them as one cell.
export const unit = { untouched: 0, inFlight: 1, done: 2, retrying: 3, partlyDone: 4 } as const;
export type UnitState = (typeof unit)[keyof typeof unit];

/** Of units that are shown as one: what moves shows through, and a part that is done is not the whole. */
export function stateOfAll(units: Iterable<number>): UnitState {
  let [count, done, partly, moving] = [0, 0, false, false];
  for (const state of units) {
    if (state === unit.retrying) return unit.retrying;
    count += 1;
    if (state === unit.inFlight) moving = true;
    else if (state === unit.done) done += 1;
    else if (state === unit.partlyDone) partly = true;
  }
  if (moving) return unit.inFlight;
  if (count > 0 && done === count) return unit.done;
  return partly || done > 0 ? unit.partlyDone : unit.untouched;
}
