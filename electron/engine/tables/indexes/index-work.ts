// Creates, verifies, repairs and drops an index. The definition always says what is going on, so that other writers stay
// away meanwhile and that interrupted work can be completed from any computer.
import { entityProblems } from '@shared/edit/entity-rules';
import { indexRowDeletion } from '@shared/edit/plan-edit';
import { partText } from '@shared/edit/review';
import { StowageError, invalidInput } from '@shared/errors';
import {
  definitionEntity,
  definitionPartition,
  indexPrefix,
  indexRowOf,
  indexRowPrefix,
  isIndexName,
} from '@shared/indexes/index-rows';
import type { EntityKeys } from '@shared/model/edit';
import type { Entity } from '@shared/model/entity';
import type { IndexDefinition, IndexProgress, IndexState } from '@shared/model/table-index';
import { type FilterNode, wholeTable } from '@shared/model/table-query';
import { isPropertyName } from '@shared/query/key-rules';
import { isKey } from '@shared/query/normal-form';
import { keyPrefixRange } from '@shared/query/prefix-range';
import { t } from '@shared/strings/t';
import { partTargetOf } from '../../azure/account';
import { writeBatch, writeEntities } from '../batch-write';
import { readMany } from '../read-many';
import { scanEntities } from '../scan-entities';
import { type FoundFault, checkIndex } from './check-index';
import { type IndexedTable, readDefinitions, rememberedMs } from './index-definitions';

export interface IndexWorkTarget extends IndexedTable {
  readonly onProgress: (progress: IndexProgress) => void;
  /** How long writers may go on with what they remember of the definitions. */
  readonly noticeMs: number;
}

/** Longer than definitions are remembered, with time for requests that were planned before. */
export const defaultNoticeMs = rememberedMs + 3_000;

export type DoneIndexWork = Extract<IndexProgress, { readonly step: 'done' }>;

const concurrency = 4;

/**
 * Adds a row to the index for every entity that has the property; continues where a creation was interrupted.
 * @throws StowageError `invalid.input`, `conflict.exists`; `invalid.entity` for an entity whose index row cannot be
 * stored, after everything is removed again
 */
export async function createIndex(
  target: IndexWorkTarget,
  { name, property, writer }: Pick<IndexDefinition, 'name' | 'property' | 'writer'>,
): Promise<DoneIndexWork> {
  checkNames(target, name, property);
  const existing = await definitionNamed(target, name);
  if (existing !== null && (existing.state !== 'building' || existing.property !== property)) {
    const context = { table: target.table, what: 'index' };
    throw new StowageError('conflict.exists', `The index ${name} of ${target.table} exists already.`, { context });
  }
  const createdAt = new Date(target.clock.now()).toISOString();
  const definition: IndexDefinition = { name, property, state: 'building', createdAt, writer };
  if (existing === null) await writeDefinition(target, definition, 'insert');
  const building = existing ?? definition;
  await notice(target);
  let changed: number;
  try {
    changed = await addRows(target, building);
  } catch (thrown) {
    const failure = StowageError.from(thrown);
    if (failure.code === 'invalid.entity') await dropIndex(target, name);
    throw failure;
  }
  return verified(target, building, changed);
}

/** Compares only. @param mark `mark`: the definition says afterwards whether the index can be used */
export async function verifyIndex(
  target: IndexWorkTarget,
  name: string,
  mark: 'mark' | 'leave',
): Promise<DoneIndexWork> {
  const definition = await knownDefinition(target, name);
  const { report } = await check(target, definition);
  const isMarked = mark === 'mark' && (definition.state === 'ready' || definition.state === 'differs');
  const marked = isMarked ? await stateAfter(target, definition, report) : definition;
  return { step: 'done', definition: marked, report, changed: 0 };
}

/** Adds missing rows, replaces stale ones, deletes orphaned ones; nothing else may write meanwhile. */
export async function repairIndex(target: IndexWorkTarget, name: string): Promise<DoneIndexWork> {
  const before = await knownDefinition(target, name);
  if (before.state === 'dropping') {
    throw invalidInput('index', t`${name} is being dropped.`, t`Drop it again, then create it.`);
  }
  const definition = await setState(target, before, 'building');
  await notice(target);
  const { faults } = await check(target, definition);
  const changed = await mend(target, definition, faults);
  return verified(target, definition, changed);
}

/** Deletes the rows of the index and its definition. Entities stay as they are. */
export async function dropIndex(target: IndexWorkTarget, name: string): Promise<DoneIndexWork> {
  const definition = await knownDefinition(target, name);
  await setState(target, definition, 'dropping');
  await notice(target);
  const changed = await removeRows(target, name);
  await deleteRows(target, name, [{ partitionKey: definitionPartition, rowKey: name }]);
  return { step: 'done', definition: null, report: null, changed };
}

function checkNames({ account, table }: IndexWorkTarget, name: string, property: string): void {
  if (partTargetOf(account.descriptor).service === 'cosmos') {
    throw invalidInput(t`Table`, t`${table} is in Cosmos DB, which indexes every property itself.`, t`Filter by it.`);
  }
  if (!isIndexName(name)) {
    const fix = t`Use 1 to 32 letters, digits, hyphens and underscores, a letter first.`;
    throw invalidInput(t`Name`, t`this cannot name an index.`, fix);
  }
  if (!isPropertyName(property) || isKey(property) || property === 'Timestamp') {
    throw invalidInput(
      t`Property`,
      t`${property} cannot be indexed.`,
      t`Name a property other than keys and Timestamp.`,
    );
  }
}

async function addRows(target: IndexWorkTarget, index: IndexDefinition): Promise<number> {
  const { account, table, clock, signal, onProgress } = target;
  const query = { ...wholeTable(table), where: noIndexRows };
  async function* rows(): AsyncGenerator<Entity> {
    for await (const { entities } of scanEntities(account, query, { concurrency, order: 'key', clock, signal })) {
      for (const entity of entities) {
        const row = indexRowOf(index, entity);
        if (row === null) continue;
        checkRow(index, entity, row);
        yield asEntity(row);
      }
    }
  }
  onProgress({ step: 'writing', rows: 0 });
  const onWritten = (written: number): void => onProgress({ step: 'writing', rows: written });
  const options = { mode: 'upsert-replace', concurrency, clock, signal, onProgress: onWritten } as const;
  return (await writeEntities(account, table, rows(), options)).written;
}

/** Repeats the reading of what the faults are about, because it may have changed since. */
async function mend(target: IndexWorkTarget, index: IndexDefinition, faults: readonly FoundFault[]): Promise<number> {
  const { account, table, clock, signal, onProgress } = target;
  let changed = 0;
  for (let start = 0; start < faults.length; start += mendedAtOnce) {
    const group = faults.slice(start, start + mendedAtOnce);
    const keys = group.map(({ partitionKey, rowKey, indexKey }) => ({ partitionKey, rowKey: rowKey ?? indexKey }));
    const { rows: entities } = await readMany(target, keys);
    const written: Entity[] = [];
    const removed: EntityKeys[] = [];
    group.forEach(({ fault, partitionKey, indexKey, rowKey }, at) => {
      const entity = rowKey === null ? null : (entities[at] ?? null);
      const row = entity === null ? null : indexRowOf(index, entity);
      if (entity !== null && row !== null) {
        checkRow(index, entity, row);
        written.push(asEntity(row));
      }
      if (fault === 'orphaned' && row?.rowKey !== indexKey) removed.push({ partitionKey, rowKey: indexKey });
    });
    const options = { mode: 'upsert-replace', concurrency, clock, signal } as const;
    changed += (await writeEntities(account, table, written, options)).written;
    await deleteRows(target, index.name, removed);
    changed += removed.length;
    onProgress({ step: 'writing', rows: changed });
  }
  return changed;
}

const mendedAtOnce = 100;

async function removeRows(target: IndexWorkTarget, name: string): Promise<number> {
  const { account, table, clock, signal, onProgress } = target;
  const query = { ...wholeTable(table), rowKey: { kind: 'starts-with', prefix: indexPrefix(name) } } as const;
  let removed = 0;
  onProgress({ step: 'removing', rows: 0 });
  for await (const { entities } of scanEntities(account, query, { concurrency, order: 'key', clock, signal })) {
    await deleteRows(target, name, entities);
    removed += entities.length;
    onProgress({ step: 'removing', rows: removed });
  }
  return removed;
}

const deletedAtOnce = 100;

/** In transactions. A row that is gone already does not matter. */
async function deleteRows(target: IndexWorkTarget, name: string, rows: readonly EntityKeys[]): Promise<void> {
  const partTarget = partTargetOf(target.account.descriptor);
  const partitions = new Map<string, EntityKeys[]>();
  for (const row of rows) {
    const partition = partitions.get(row.partitionKey);
    if (partition === undefined) partitions.set(row.partitionKey, [row]);
    else partition.push(row);
  }
  for (const partition of partitions.values()) {
    for (let rest: readonly EntityKeys[] = partition; rest.length > 0;) {
      const batch = rest.slice(0, deletedAtOnce);
      const parts = batch.map(({ partitionKey, rowKey }) => {
        const request = indexRowDeletion(target.table, '', name, { partitionKey, rowKey, properties: [] });
        return { partitionKey, rowKey, text: partText(partTarget, request) };
      });
      const missing = await missingRow(target, parts);
      rest = missing === null ? rest.slice(batch.length) : rest.filter((_, at) => at !== missing);
    }
  }
}

/** Position of the row because of which nothing was deleted; null when all are deleted. */
async function missingRow(target: IndexWorkTarget, parts: Parameters<typeof writeBatch>[1]): Promise<number | null> {
  try {
    const areGone = async (): Promise<'written' | 'not-written'> => {
      const { rows } = await readMany(target, parts);
      return rows.every((row) => row === null) ? 'written' : 'not-written';
    };
    await writeBatch({ ...target, afterLostReply: areGone }, parts);
    return null;
  } catch (thrown) {
    const failure = StowageError.from(thrown);
    const { index } = failure.context;
    if (failure.code === 'not-found.entity' && typeof index === 'number') return index;
    if (failure.code === 'not-found.entity' && parts.length === 1) return 0;
    throw failure;
  }
}

async function verified(target: IndexWorkTarget, index: IndexDefinition, changed: number): Promise<DoneIndexWork> {
  const { report } = await check(target, index);
  return { step: 'done', definition: await stateAfter(target, index, report), report, changed };
}

function check(target: IndexWorkTarget, index: IndexDefinition): ReturnType<typeof checkIndex> {
  return checkIndex(target, index, (rows) => target.onProgress({ step: 'verifying', rows }));
}

function stateAfter(
  target: IndexWorkTarget,
  index: IndexDefinition,
  { missing, stale, orphaned }: { readonly missing: number; readonly stale: number; readonly orphaned: number },
): Promise<IndexDefinition> {
  return setState(target, index, missing + stale + orphaned === 0 ? 'ready' : 'differs');
}

async function setState(target: IndexWorkTarget, index: IndexDefinition, state: IndexState): Promise<IndexDefinition> {
  if (index.state === state) return index;
  const changed = { ...index, state };
  await writeDefinition(target, changed, 'upsert-replace');
  return changed;
}

async function writeDefinition(
  { account, table, clock, signal }: IndexWorkTarget,
  definition: IndexDefinition,
  mode: 'insert' | 'upsert-replace',
): Promise<void> {
  await writeEntities(account, table, [asEntity(definitionEntity(definition))], { mode, clock, signal });
}

async function definitionNamed(target: IndexWorkTarget, name: string): Promise<IndexDefinition | null> {
  return (await readDefinitions(target)).find((each) => each?.name === name) ?? null;
}

async function knownDefinition(target: IndexWorkTarget, name: string): Promise<IndexDefinition> {
  const definition = await definitionNamed(target, name);
  if (definition !== null) return definition;
  throw invalidInput(t`Index`, t`${target.table} has no index ${name}.`, t`List the indexes of the table first.`);
}

async function notice({ clock, signal, noticeMs, onProgress }: IndexWorkTarget): Promise<void> {
  onProgress({ step: 'waiting' });
  await clock.sleep(noticeMs, signal);
}

/** @throws StowageError `invalid.entity` */
function checkRow(index: IndexDefinition, entity: Entity, row: ReturnType<typeof indexRowOf> & object): void {
  const known = new Set(row.properties.map(({ name }) => name));
  const [problem] = entityProblems(row, { known });
  if (problem === undefined) return;
  const { partitionKey, rowKey } = entity;
  const fix = t`Shorten the value or the RowKey. Everything that belonged to the index was removed.`;
  const reason = t`The entity ${partitionKey} / ${rowKey} cannot be indexed by ${index.property}: ${problem.problem}`;
  const context = { field: index.property, partitionKey, rowKey, problem: reason, fix };
  throw new StowageError('invalid.entity', `${reason} ${fix}`, { context });
}

function asEntity(row: ReturnType<typeof definitionEntity>): Entity {
  return { ...row, properties: [...row.properties], timestamp: '', etag: '' };
}

const indexRange = keyPrefixRange('RowKey', indexRowPrefix);

/** Leaves index rows out, so that a creation does not read what it has just written. */
const noIndexRows: FilterNode = {
  kind: 'or',
  nodes: [rowKeyTest('lt', indexRange.from), ...(indexRange.to === null ? [] : [rowKeyTest('ge', indexRange.to)])],
};

function rowKeyTest(operator: 'lt' | 'ge', value: string): FilterNode {
  return { kind: 'comparison', property: 'RowKey', operator, operand: { type: 'Edm.String', value } };
}
