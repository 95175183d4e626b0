// The rows of a page in the form that the reader wants: entities, or packed from the bytes of the response.
import type { Entity } from '@shared/model/entity';
import type { PageForm, QueryPage } from '@shared/model/query-page';
import type { PackedPage } from '@shared/rows/packed-page';
import { type PackedRows, keysOf, packBlocks, unpackRows } from '@shared/rows/packed-rows';
import { RowView } from '@shared/rows/row-view';
import type { RowForm } from './page';
import { decodePage } from './entity-codec';
import { decodePacked } from './packing/packed-page';
import type { RowKeys } from './resume-token';

export type PageRows =
  | { readonly form: 'entities'; readonly rows: readonly Entity[] }
  | { readonly form: 'packed'; readonly blocks: readonly PackedRows[] };

/** A page before it is converted to the form that the caller asks for. */
export type HeldPage = Omit<QueryPage, 'rows'> & { readonly held: PageRows };

export function entityPage({ held, ...page }: HeldPage): QueryPage {
  return { rows: [...entitiesOf(held)], ...page };
}

export function packedPage({ held, ...page }: HeldPage): PackedPage {
  return { blocks: [...blocksOf(held)], ...page };
}

export const rowForms: Readonly<Record<PageForm, RowForm<PageRows>>> = {
  entities: { decode: (body) => ({ form: 'entities', rows: decodePage(body) }), count: countOf },
  packed: { decode: (body) => ({ form: 'packed', blocks: decodePacked(body) }), count: countOf },
};

export function countOf(held: PageRows): number {
  if (held.form === 'entities') return held.rows.length;
  return held.blocks.reduce((sum, { count }) => sum + count, 0);
}

/** Memory that entities take per byte of their response, about. */
const entityBytes = 3;

/** @param answerBytes size of the response that brought them */
export function bytesHeld(held: PageRows, answerBytes: number): number {
  if (held.form === 'entities') return entityBytes * answerBytes;
  return held.blocks.reduce((sum, { bytes }) => sum + bytes, 0);
}

export function entitiesOf(held: PageRows): readonly Entity[] {
  return held.form === 'entities' ? held.rows : held.blocks.flatMap(unpackRows);
}

export function blocksOf(held: PageRows): readonly PackedRows[] {
  return held.form === 'packed' ? held.blocks : packBlocks(held.rows);
}

/** The keys of the row at an index; undefined beyond the last row. */
export function positionIn(held: PageRows, at: number): RowKeys | undefined {
  if (held.form === 'entities') return held.rows[at];
  let left = at;
  for (const block of held.blocks) {
    if (left < block.count) return keysOf(block, left);
    left -= block.count;
  }
  return undefined;
}

/** Rows from one index to another. A part of a page is held as entities. */
export function partOf(held: PageRows, from: number, to: number): PageRows {
  if (from === 0 && to >= countOf(held)) return held;
  return { form: 'entities', rows: entitiesOf(held).slice(from, to) };
}

/** The rows that pass the check; unchanged when all of them do. */
export function accepted(held: PageRows, accept: ((row: Entity) => boolean) | null): PageRows {
  if (accept === null || (held.form === 'packed' && everyRow(held.blocks, accept))) return held;
  return { form: 'entities', rows: entitiesOf(held).filter(accept) };
}

/** Concatenates the pieces. A single piece stays as it is, and packed pieces keep their blocks. */
export function joined(pieces: readonly PageRows[]): PageRows {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  if (pieces.length > 0 && pieces.every(isPacked)) {
    return { form: 'packed', blocks: pieces.flatMap(({ blocks }) => blocks) };
  }
  return { form: 'entities', rows: pieces.flatMap(entitiesOf) };
}

function isPacked(held: PageRows): held is PageRows & { readonly form: 'packed' } {
  return held.form === 'packed';
}

/** Whether every row passes; whole entities are built only if the check looks beyond the keys. */
export function everyRow(blocks: readonly PackedRows[], passes: (row: Entity) => boolean): boolean {
  return blocks.every((block) => {
    for (let at = 0; at < block.count; at += 1) if (!passes(new RowView(block, at))) return false;
    return true;
  });
}
