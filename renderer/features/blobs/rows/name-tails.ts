// How much of the end of each long name is shown. Determined for sections of the list, not for what is on screen, so
// that a name does not change while others scroll by.
import { beginAlike } from '@renderer/ui';

const stretchRows = 256;
/** Those beside a stretch are looked at with it: its first and last rows stand beside them. */
const besideRows = 64;

/**
 * @param nameAt of an index below `count`
 * @returns the tail of the name at an index; null where it is cut at its end
 */
export function nameTails(nameAt: (index: number) => string, count: number): (index: number) => number | null {
  const known = new Map<number, ReadonlyMap<string, number>>();
  const tailsOf = (stretch: number): ReadonlyMap<string, number> => {
    const from = Math.max(0, stretch * stretchRows - besideRows);
    const to = Math.min(count, (stretch + 1) * stretchRows + besideRows);
    return beginAlike(Array.from({ length: to - from }, (_, at) => nameAt(from + at)));
  };
  return (index) => {
    const stretch = Math.floor(index / stretchRows);
    const tails = known.get(stretch) ?? tailsOf(stretch);
    known.set(stretch, tails);
    return tails.get(nameAt(index)) ?? null;
  };
}
