// The state of each planned block of a file; for a block that moves in parts, the combined state of its parts.
import { type BlockNumber, halvingsOf, partOf } from '@shared/model/block-number';
import { type Cut, blockAt, blockCount } from '../plan/blocks';
import { type UnitState, stateOfAll, unit } from './unit-state';

export class PlannedBlocks {
  readonly #cut: Cut;
  readonly #states: UnitState[];
  /** By block of the plan. */
  readonly #parts = new Map<number, Map<BlockNumber, UnitState>>();

  constructor(cut: Cut) {
    this.#cut = cut;
    this.#states = Array.from({ length: blockCount(cut.bytes, cut.blockBytes) }, () => unit.untouched);
  }

  get states(): readonly UnitState[] {
    return this.#states;
  }

  set(number: BlockNumber, state: UnitState): void {
    const { planned } = partOf(number);
    if (planned >= this.#states.length) return;
    if (halvingsOf(number) === 0) {
      this.#states[planned] = state;
      return;
    }
    const parts = this.#parts.get(planned) ?? new Map<BlockNumber, UnitState>();
    this.#parts.set(planned, parts.set(number, state));
    this.#states[planned] = this.#together(planned, parts);
  }

  #together(planned: number, parts: ReadonlyMap<BlockNumber, UnitState>): UnitState {
    const states = [...parts.values()];
    let doneBytes = 0;
    for (const [number, state] of parts) if (state === unit.done) doneBytes += blockAt(this.#cut, number).length;
    if (!states.includes(unit.retrying) && doneBytes >= blockAt(this.#cut, planned).length) return unit.done;
    // Parts that are not listed yet are untouched.
    return stateOfAll([...states, unit.untouched]);
  }
}
