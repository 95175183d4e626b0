// Rejects an entity before anything is sent. The rules themselves are shared with the preview of edits.
import { entityProblems } from '@shared/edit/entity-rules';
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import type { TableService } from '@shared/model/table-service';
import { checkKey } from '@shared/query/key-rules';

export { storedBytes } from '@shared/edit/entity-rules';

/**
 * Names the first thing that is wrong.
 * @throws StowageError `invalid.key`, or `invalid.entity` naming the property
 */
export function checkEntity(
  entity: Pick<Entity, 'partitionKey' | 'rowKey' | 'properties'>,
  service: TableService = 'storage',
): void {
  checkKey('PartitionKey', entity.partitionKey, service);
  checkKey('RowKey', entity.rowKey, service);
  const [first] = entityProblems(entity, { service });
  if (first === undefined) return;
  const { field, problem, fix } = first;
  throw new StowageError('invalid.entity', `${field}: ${problem} ${fix}`, { context: { field, problem, fix } });
}
