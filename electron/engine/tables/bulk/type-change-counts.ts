// Counts the rows whose properties would change their type, over all rows that a preview reads. Pure.
import type { EdmType, Property } from '@shared/model/entity';
import type { BulkTypeChange, BulkAction } from '@shared/model/table-bulk';

export class TypeChangeCounts {
  readonly #set: readonly string[];
  readonly #counts = new Map<string, { name: string; from: EdmType; to: EdmType; count: number }>();

  constructor(action: BulkAction) {
    const set = action.kind === 'update' ? action.changes.filter(({ kind }) => kind === 'set') : [];
    this.#set = [...new Set(set.map(({ name }) => name))];
  }

  add(before: readonly Property[], after: readonly Property[] | null): void {
    for (const name of this.#set) {
      const from = typeOf(before, name);
      const to = after === null ? undefined : typeOf(after, name);
      if (from !== undefined && to !== undefined && from !== to) this.#count(name, from, to);
    }
  }

  /** In the order in which they were found. */
  get all(): readonly BulkTypeChange[] {
    return [...this.#counts.values()].map((change) => ({ ...change }));
  }

  #count(name: string, from: EdmType, to: EdmType): void {
    const key = `${from} ${to} ${name}`;
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { name, from, to, count: 1 });
    else known.count += 1;
  }
}

function typeOf(properties: readonly Property[], name: string): EdmType | undefined {
  return properties.find((property) => property.name === name)?.value.type;
}
