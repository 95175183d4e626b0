// Connections: the navigator tree, its dialogs, and what other parts of the window may use.
export { ConnectionDialogs } from './lazy-dialogs';
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
export { type ConnectionDialogRequest, mendingLabel, mendingOf } from './row-dialogs';
export { useConnectionSaved } from './saved-connections';
