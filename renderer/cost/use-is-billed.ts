// Whether a connection leads to a store that bills requests.
import { isBilled } from '@shared/cost/billing';
import { useStream } from '@renderer/bridge';

/** Also while connections are not known yet. */
export function useIsBilled(connectionId: string): boolean {
  const connection = useStream('connections.watch', {}).latest?.find(({ id }) => id === connectionId);
  return connection === undefined || isBilled(connection);
}
