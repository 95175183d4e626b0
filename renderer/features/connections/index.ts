// Connections: the navigator tree, its dialogs, and what other parts of the window may use.
export { ConnectionAsks } from './connection-asks';
export {
  type Resource,
  createResource,
  fillBegun,
  findConnection,
  loadNames,
  nameList,
  refreshConnection,
  resourcesOf,
  useConnectionState,
  useConnections,
  watchConnections,
} from './connection-store';
export { Navigator, type OpenedItem } from './navigator';
export { revealConnection } from './navigator-store';
export { type ConnectionAsk, mendingOf } from './row-asks';
export { useConnectionSaved } from './saved-connections';
