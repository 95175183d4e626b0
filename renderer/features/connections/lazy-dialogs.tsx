// The dialogs of connections are loaded when the first one opens: no first view shows them.
import { lazyView } from '@renderer/ui';
import type { ConnectionDialogsProps } from './connection-dialogs';

const Dialogs = lazyView(() => import('./connection-dialogs').then(({ ConnectionDialogs }) => ConnectionDialogs));

export function ConnectionDialogs(props: ConnectionDialogsProps) {
  return props.request === null ? null : <Dialogs {...props} />;
}
