// The selected rows in the grid's order: their keys, or everything that was read of them.
import { call } from '@renderer/bridge';
import type { Entity } from '@shared/model/entity';
import type { ExportSource } from '@shared/model/table-export';
import { rowStretches } from '../grid/selection';
import type { ResultGrid } from '../grid/use-result-grid';

export type EntityKeys = Extract<ExportSource, { kind: 'keys' }>['keys'];

type Selected = Pick<ResultGrid, 'selection' | 'readShown'>;

/** As they were read, without staged changes. They may lie on disk; throws what reading them throws. */
export async function* selectedRows({ selection, readShown }: Selected): AsyncGenerator<Entity, void, undefined> {
  for (const { top, bottom } of selection === undefined ? [] : rowStretches(selection)) {
    for (let index = top; index <= bottom; index += 1) {
      const row = (await readShown(index))?.read;
      if (row !== undefined) yield row;
    }
  }
}

/** Throws what reading the rows throws. */
export async function selectedKeys(selected: Selected): Promise<EntityKeys> {
  const keys: EntityKeys = [];
  for await (const { partitionKey, rowKey } of selectedRows(selected)) keys.push({ partitionKey, rowKey });
  return keys;
}

const rowsAtOnce = 500;

/** Hands the rows to the engine, so that an export needs not read them again. Throws what reading or handing throws. */
export async function handOver(
  rows: AsyncIterable<Entity>,
): Promise<{ readonly handId: string; readonly rows: number }> {
  const handId = crypto.randomUUID();
  let count = 0;
  let part: Entity[] = [];
  const send = async (): Promise<void> => {
    if (part.length === 0) return;
    count += part.length;
    await call('exports.hand-over', { handId, rows: part });
    part = [];
  };
  for await (const row of rows) {
    part.push(row);
    if (part.length === rowsAtOnce) await send();
  }
  await send();
  return { handId, rows: count };
}
