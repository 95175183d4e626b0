// The keys that were written during a run of the query, and those that an entity had before its keys were changed.
import type { EntityKeys } from '@shared/model/edit';
import type { Entity } from '@shared/model/entity';
import { rowId } from '@shared/rows/packed-rows';

export class WrittenKeys {
  readonly #written = new Map<string, EntityKeys>();
  /** The earlier keys, by the id of the keys that the entity got instead. */
  readonly #before = new Map<string, EntityKeys>();

  /** All that were written, by their ids. */
  get all(): ReadonlyMap<string, EntityKeys> {
    return this.#written;
  }

  note(keys: EntityKeys): void {
    this.#written.set(rowId(keys), keys);
  }

  /** An entity got the keys `now` instead of those `before`. */
  noteChange(before: EntityKeys, now: EntityKeys): void {
    this.#before.set(rowId(now), before);
  }

  /**
   * The entity that stands again under the keys it had before, where the changes of its keys were taken back.
   * @param id of the keys that nothing has now
   * @param found what the table holds, by the ids of the keys that were read
   */
  comeBack(id: string, found: ReadonlyMap<string, Entity | null>): Entity | null {
    const seen = new Set([id]);
    for (let keys = this.#before.get(id); keys !== undefined; keys = this.#before.get(rowId(keys))) {
      const before = rowId(keys);
      const entity = found.get(before);
      if (entity !== null && entity !== undefined) return entity;
      // Keys can be given away and taken back.
      if (seen.has(before)) return null;
      seen.add(before);
    }
    return null;
  }

  clear(): void {
    this.#written.clear();
    this.#before.clear();
  }

  /** A copy, which later notes do not change. */
  copy(): WrittenKeys {
    const copy = new WrittenKeys();
    copy.add(this);
    return copy;
  }

  /** Where both know of the same keys, the others' word counts. */
  add(others: WrittenKeys): void {
    for (const [id, keys] of others.#written) this.#written.set(id, keys);
    for (const [id, keys] of others.#before) this.#before.set(id, keys);
  }
}
