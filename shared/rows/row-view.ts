// A packed row in the shape of an entity, whose parts are created on access: most accesses are to the keys only.
import type { Entity } from '../model/entity';
import { type PackedRows, entityAt } from './packed-rows';
import { textAt } from './text-vector';

export class RowView implements Entity {
  readonly #rows: PackedRows;
  readonly #index: number;

  constructor(rows: PackedRows, index: number) {
    this.#rows = rows;
    this.#index = index;
  }

  get partitionKey(): string {
    return textAt(this.#rows.partitionKeys, this.#index);
  }

  get rowKey(): string {
    return textAt(this.#rows.rowKeys, this.#index);
  }

  get timestamp(): string {
    return textAt(this.#rows.timestamps, this.#index);
  }

  get etag(): string {
    return entityAt(this.#rows, this.#index).etag;
  }

  get properties(): Entity['properties'] {
    return entityAt(this.#rows, this.#index).properties;
  }
}
