// What must be typed before something is destroyed: the name of a production connection.
import { useStream } from '@renderer/bridge';

/** Null where nothing needs to be typed. */
export function useProductionName(connectionId: string): string | null {
  const connection = useStream('connections.watch', {}).latest?.find(({ id }) => id === connectionId);
  return connection?.marking.production === true ? connection.name : null;
}
