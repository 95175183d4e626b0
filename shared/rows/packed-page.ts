// One page of a running table query with its rows packed, and the check that they unpack.
import { z } from 'zod';
import { entity } from '../model/entity';
import { pageWithoutRows } from '../model/query-page';
import { type PackedRows, unpackRows } from './packed-rows';

/** A page as it is handed to the window: rows packed by column, in blocks of `blockRows` and a remainder. */
export const packedPage = pageWithoutRows.extend({
  blocks: z.array(z.custom<PackedRows>(isPackedRows, 'rows that do not unpack')),
});
export type PackedPage = z.infer<typeof packedPage>;

function isPackedRows(value: unknown): boolean {
  try {
    return z.array(entity).safeParse(unpackRows(value as PackedRows)).success;
  } catch {
    return false;
  }
}
