// Changes to entities that the user has staged and not yet applied. Their form on the wire: shared/edit.
import { z } from 'zod';
import { edmValue, entity, property } from './entity';

export const entityKeys = z.object({ partitionKey: z.string(), rowKey: z.string() });
export type EntityKeys = z.infer<typeof entityKeys>;

/** A change of one property. `set` adds it, or changes its value or type. */
export const propertyChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), name: z.string(), value: edmValue }),
  z.object({ kind: z.literal('remove'), name: z.string() }),
  z.object({ kind: z.literal('rename'), name: z.string(), to: z.string() }),
]);
export type PropertyChange = z.infer<typeof propertyChange>;

/** `as-read`: sends the ETag that was read. `any`: overwrites the entity whatever its state, as long as it exists. */
export const writeCondition = z.enum(['as-read', 'any']);
export type WriteCondition = z.infer<typeof writeCondition>;

/** `some`: the query had a projection, so `read` does not contain all properties of the entity. */
export const readColumns = z.enum(['all', 'some']);
export type ReadColumns = z.infer<typeof readColumns>;

/** An entity as it was read, with its ETag. */
const asRead = { read: entity, readColumns, condition: writeCondition };

/**
 * One staged change of one entity. `id` is chosen by the caller and comes back in reviews and outcomes. `insert`:
 * `insert` fails if the row exists; the other two modes write in any case and take no condition. `update`: `merge`
 * sends the changed properties only, and becomes `replace` automatically when a property is removed or renamed, because
 * a merge cannot remove anything; a replace sends every untouched property with its wire text. `change-keys`: within a
 * partition one transaction, else insert, verify, delete.
 */
export const stagedEdit = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('insert'),
    id: z.string(),
    entity: entityKeys.extend({ properties: z.array(property) }),
    mode: z.enum(['insert', 'insert-or-merge', 'insert-or-replace']),
  }),
  z.object({
    kind: z.literal('update'),
    id: z.string(),
    ...asRead,
    changes: z.array(propertyChange),
    mode: z.enum(['merge', 'replace']),
  }),
  z.object({ kind: z.literal('delete'), id: z.string(), ...asRead }),
  z.object({
    kind: z.literal('change-keys'),
    id: z.string(),
    ...asRead,
    to: entityKeys,
    changes: z.array(propertyChange),
  }),
]);
export type StagedEdit = z.infer<typeof stagedEdit>;

/**
 * `each`: one request per edit. `batches`: edits of one partition together, up to the limits of a transaction, each
 * batch all or nothing. `transaction`: everything in one entity group transaction, rejected if that is impossible.
 */
export const editGrouping = z.enum(['each', 'batches', 'transaction']);
export type EditGrouping = z.infer<typeof editGrouping>;

/** The number of edits; more are saved in several calls, because an entity may take 1 MiB. */
export const maxStoredAtOnce = 100;
