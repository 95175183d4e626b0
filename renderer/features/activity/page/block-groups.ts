// Groups the blocks of a file into the cells that are drawn, and describes all of them in a sentence. Pure.
import type { FileBlocks } from '@shared/model/transfer-trace';
import { plural, t } from '@shared/strings/t';
import { formatCount, formatDuration } from '@shared/units';

export interface BlockGroup {
  /** Indexes of the blocks that share the cell. */
  readonly first: number;
  readonly last: number;
  /** What moves shows through: 3 sent again, 1 in flight, 0 all waiting, 2 all done, 4 some done and the others waiting. */
  readonly state: string;
  readonly wasRetried: boolean;
  /** The longest of them. */
  readonly latencyMs: number | null;
}

export function blockGroups({ states, latencyMs, retried }: FileBlocks, maxCells: number): readonly BlockGroup[] {
  const perCell = Math.max(1, Math.ceil(states.length / maxCells));
  const again = new Set(retried);
  return Array.from({ length: Math.ceil(states.length / perCell) }, (_, cell): BlockGroup => {
    const first = cell * perCell;
    const last = Math.min(states.length, first + perCell) - 1;
    const indexes = Array.from({ length: last - first + 1 }, (__, offset) => first + offset);
    const known = indexes.flatMap((index) => latencyMs[index] ?? []);
    return {
      first,
      last,
      state: stateOf(states.slice(first, last + 1)),
      wasRetried: indexes.some((index) => again.has(index)),
      latencyMs: known.length === 0 ? null : Math.max(...known),
    };
  });
}

function stateOf(states: string): string {
  const moving = ['3', '1'].find((state) => states.includes(state));
  if (moving !== undefined) return moving;
  return states.includes('0') && states.includes('2') ? '4' : (states[0] ?? '0');
}

/**
 * Whether these are not all blocks of a finished file of that size: of some, moved before, the requests are not held any
 * more. Of a file that is open all are known, whatever size it had when it was chosen.
 */
export function areSome({ states, bytes }: FileBlocks, fileBytes: number | null): fileBytes is number {
  return fileBytes !== null && bytes < fileBytes && /^2+$/u.test(states);
}

/** `12 of 64 blocks done, 4 in flight, 1 sent again; a block took 38 ms to 210 ms`. */
export function blockSummary(blocks: FileBlocks, fileBytes: number | null): string {
  const { states, latencyMs, retried } = blocks;
  const count = (state: string): number => [...states].filter((one) => one === state).length;
  const known = latencyMs.filter((ms) => ms !== null);
  const parts = [
    areSome(blocks, fileBytes)
      ? plural(
          states.length,
        )`${formatCount(states.length)} block done last, the others earlier | ${formatCount(states.length)} blocks done last, the others earlier`
      : t`${formatCount(count('2'))} of ${formatCount(states.length)} blocks done`,
    ...(count('1') + count('3') > 0 ? [t`${formatCount(count('1') + count('3'))} in flight`] : []),
    ...(retried.length > 0 ? [t`${formatCount(retried.length)} sent again`] : []),
  ];
  if (known.length === 0) return parts.join(', ');
  const min = known.reduce((a, b) => Math.min(a, b));
  const max = known.reduce((a, b) => Math.max(a, b));
  return t`${parts.join(', ')}; a block took ${formatDuration(min)} to ${formatDuration(max)}`;
}
