// The state of a unit of work: a file, a block, or several of them as one cell.
export const unit = { untouched: 0, inFlight: 1, done: 2, retrying: 3, partlyDone: 4, failed: 5 } as const;
export type UnitState = (typeof unit)[keyof typeof unit];

/**
 * The combined state of units `from` to `to`: activity shows through, then failure, and partly done is not done. Missing units are
 * untouched. A plain loop, because a drawing of a job may look at a million files.
 */
export function stateOfAll(units: ArrayLike<number>, from = 0, to = units.length): UnitState {
  let [done, partly, moving, failed] = [0, false, false, false];
  const end = Math.min(to, units.length);
  for (let index = from; index < end; index += 1) {
    const state = units[index];
    if (state === unit.retrying) return unit.retrying;
    if (state === unit.done) done += 1;
    else if (state === unit.inFlight) moving = true;
    else if (state === unit.partlyDone) partly = true;
    else if (state === unit.failed) failed = true;
  }
  if (moving) return unit.inFlight;
  if (failed) return unit.failed;
  if (to > from && done === to - from) return unit.done;
  return partly || done > 0 ? unit.partlyDone : unit.untouched;
}
