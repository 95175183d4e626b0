// The rows of a page in the form that its reader wants: entities, or packed from the bytes of the answer.
import type { Entity } from '@shared/model/entity';
import type { PageForm } from '@shared/model/query-page';
import { type PackedRows, packBlocks, unpackRows } from '@shared/rows/packed-rows';
import { RowView } from '@shared/rows/row-view';
import type { RowForm } from './page-fetch';
import { decodePage } from './entity-codec';
import { decodePacked } from './packing/packed-page';

export type SessionRows =
  | { readonly form: 'entities'; readonly rows: readonly Entity[] }
  | { readonly form: 'packed'; readonly blocks: readonly PackedRows[] };

export const sessionForms: Readonly<Record<PageForm, RowForm<SessionRows>>> = {
  entities: { decode: (body) => ({ form: 'entities', rows: decodePage(body) }), count: countOf },
  packed: { decode: (body) => ({ form: 'packed', blocks: decodePacked(body) }), count: countOf },
};

export function countOf(held: SessionRows): number {
  if (held.form === 'entities') return held.rows.length;
  return held.blocks.reduce((sum, { count }) => sum + count, 0);
}

export function entitiesOf(held: SessionRows): readonly Entity[] {
  return held.form === 'entities' ? held.rows : held.blocks.flatMap(unpackRows);
}

export function blocksOf(held: SessionRows): readonly PackedRows[] {
  return held.form === 'packed' ? held.blocks : packBlocks(held.rows);
}

/** Whether every row passes; whole entities are made only where the check looks beyond the keys. */
export function everyRow(blocks: readonly PackedRows[], passes: (row: Entity) => boolean): boolean {
  return blocks.every((block) => {
    for (let at = 0; at < block.count; at += 1) if (!passes(new RowView(block, at))) return false;
    return true;
  });
}
