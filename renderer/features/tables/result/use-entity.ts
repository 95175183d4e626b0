// One entity by its two keys, as a point read; read again on request and when the keys change.
import { call } from '@renderer/bridge';
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import { entityAt } from '@shared/rows/packed-rows';
import { useCallback, useEffect, useState } from 'react';

export interface EntityLocation {
  readonly connectionId: string;
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
}

export interface ReadEntity {
  /** Kept while it is read again, and when that fails. */
  readonly entity: Entity | null;
  readonly status: 'reading' | 'read' | 'gone' | 'failed';
  readonly error: StowageError | undefined;
  readonly reload: () => void;
}

/** `version`: whenever it changes, the entity is read again, and the one known so far stays until then. */
export function useEntity({ connectionId, table, partitionKey, rowKey }: EntityLocation, version = 0): ReadEntity {
  const [read, setRead] = useState<Omit<ReadEntity, 'reload'>>({ entity: null, status: 'reading', error: undefined });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    readEntity({ connectionId, table, partitionKey, rowKey }, controller.signal).then(
      (entity) => {
        if (!controller.signal.aborted)
          setRead({ entity, status: entity === null ? 'gone' : 'read', error: undefined });
      },
      (thrown: unknown) => {
        if (controller.signal.aborted) return;
        setRead((before) => ({ entity: before.entity, status: 'failed', error: StowageError.from(thrown) }));
      },
    );
    return () => controller.abort();
  }, [connectionId, table, partitionKey, rowKey, attempt, version]);
  const reload = useCallback(() => {
    setRead((before) => ({ ...before, status: 'reading', error: undefined }));
    setAttempt((count) => count + 1);
  }, []);
  return { ...read, reload };
}

/** Null where no entity has these keys. */
async function readEntity(location: EntityLocation, signal: AbortSignal): Promise<Entity | null> {
  const { connectionId, table, partitionKey, rowKey } = location;
  const { sessionId } = await call(
    'tables.open',
    {
      connectionId,
      query: {
        table,
        partitionKey: { kind: 'is', value: partitionKey },
        rowKey: { kind: 'is', value: rowKey },
        select: [],
        pageSize: 1,
      },
    },
    { signal },
  );
  try {
    for (;;) {
      const { blocks, more } = await call('tables.next-packed-page', { sessionId }, { signal });
      const block = blocks.find(({ count }) => count > 0);
      if (block !== undefined) return entityAt(block, 0);
      if (!more) return null;
    }
  } finally {
    // A session that cannot be closed went away with its engine.
    call('tables.close', { sessionId }).catch(() => undefined);
  }
}
