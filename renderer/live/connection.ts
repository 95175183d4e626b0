// The current state of one connection, and the name that must be typed before something in it is destroyed.
import type { ConnectionSummary } from '@shared/model/connection';
import type { TableService } from '@shared/model/table-service';
import { useStream } from '@renderer/bridge';

/** Undefined until the list is there, and for a connection that is gone. */
export function useConnection(connectionId: string): ConnectionSummary | undefined {
  return useStream('connections.watch', {}).latest?.find(({ id }) => id === connectionId);
}

/** What is known of the rights of the connection besides what its SAS says. */
export function useLearnedRights(
  connectionId: string,
): Partial<Pick<ConnectionSummary, 'rights' | 'accountName' | 'tableService'>> {
  const connection = useConnection(connectionId);
  if (connection?.rights === undefined) return nothingLearned;
  const { rights, accountName, tableService } = connection;
  return { rights, accountName, tableService };
}
const nothingLearned = {};

/** Which table service the connection leads to, as far as known. */
export function useTableService(connectionId: string): TableService {
  return useConnection(connectionId)?.tableService ?? 'storage';
}

/** The name of a production connection, to be typed; null where nothing needs to be. */
export function useProductionName(connectionId: string): string | null {
  const connection = useConnection(connectionId);
  return connection?.marking.production === true ? connection.name : null;
}
