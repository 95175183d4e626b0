// Finds a loaded row by its keys, in memory and on disk alike.
import { blockRows, idAt } from '@shared/rows/packed-rows';
import type { RowSource } from '../result/row-walk';

/**
 * The loaded index of the row with this id, see `rowId`; undefined where it is not loaded, or when other rows take the
 * place of these meanwhile.
 */
export async function findRow(source: RowSource, id: string): Promise<number | undefined> {
  const { generation } = source;
  for (let at = 0; at * blockRows < source.length; at += 1) {
    const packed = await source.block(at);
    if (packed === undefined || source.generation !== generation) return undefined;
    for (let within = 0; within < packed.count; within += 1) {
      if (idAt(packed, within) === id) return at * blockRows + within;
    }
  }
  return undefined;
}
