// The dialogs that any part of the window can open, each above all tabs.
import { SasDialogs } from '@renderer/features/blobs';
import { ConnectionDialogs, useConnections } from '@renderer/features/connections';
import { AddHub } from '@renderer/features/hubs';
import { TableDialogs } from '@renderer/features/tables';
import { openDialog, useDialog } from './dialog-store';
import { CloseDialog } from './closing/close-dialog';
import { closeRemoved } from './closing/close-removed';
import { showActivity } from './layout-store';
import { openComparison } from './open-comparison';
import { OpenPrompts } from './openings/open-prompt';
import { openHub, openTab } from './tabs/tabs-store';

export function Dialogs() {
  const request = useDialog((state) => state.request);
  const connections = useConnections();
  return (
    <>
      <ConnectionDialogs
        request={request}
        onDone={() => openDialog(null)}
        addHub={(kinds) => <AddHub kinds={kinds} onClose={() => openDialog(null)} onAdded={openHub} />}
        onOpen={(connectionId, resource, name) =>
          openTab(
            resource === 'tables'
              ? { kind: 'table', connectionId, table: name }
              : { kind: 'container', connectionId, container: name },
          )
        }
        onGone={(connectionId, resource, name) => closeRemoved({ connectionId, resource, name })}
      />
      <SasDialogs />
      <TableDialogs connections={connections} onShowJobs={showActivity} onCompare={openComparison} />
      <OpenPrompts />
      <CloseDialog />
    </>
  );
}
