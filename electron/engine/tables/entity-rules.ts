// Rejects an entity before anything is sent. The rules themselves are shared with the preview of edits.
import { entityProblems } from '@shared/edit/entity-rules';
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import { checkKey } from '@shared/query/key-rules';

export { storedBytes } from '@shared/edit/entity-rules';

/**
 * Names the first thing that is wrong.
 * @throws StowageError `invalid.key`, or `invalid.entity` naming the property
 */
export function checkEntity(entity: Pick<Entity, 'partitionKey' | 'rowKey' | 'properties'>): void {
  checkKey('PartitionKey', entity.partitionKey);
  checkKey('RowKey', entity.rowKey);
  const [first] = entityProblems(entity);
  if (first === undefined) return;
  const { field, problem, fix } = first;
  throw new StowageError('invalid.entity', `${field}: ${problem} ${fix}`, { context: { field, problem, fix } });
}
