// The rows of a running query, page after page, in an append-only list. It is deliberately outside React state:
// a count in the session's state says when it grew, so that a page costs its own rows and not all before it.
import type { Entity } from '@shared/model/entity';

export class RowList {
  #rows: Entity[] = [];

  get length(): number {
    return this.#rows.length;
  }

  at(index: number): Entity | undefined {
    return this.#rows[index];
  }

  append(rows: readonly Entity[]): void {
    for (const row of rows) this.#rows.push(row);
  }

  clear(): void {
    this.#rows = [];
  }
}
