// The dialogs that any part of the window can open, each above all tabs.
import { SasAsks } from '@renderer/features/blobs';
import { ConnectionAsks, useConnections } from '@renderer/features/connections';
import { TableAsks } from '@renderer/features/tables';
import { askFor, useAsk } from './ask-store';
import { ClosingQuestion } from './closing/closing-ask';
import { closeRemoved } from './closing/close-removed';
import { openComparison } from './open-comparison';
import { OpeningAsks } from './openings/opening-ask';
import { openTab } from './tabs/tabs-store';

export function Asks() {
  const ask = useAsk((state) => state.ask);
  const connections = useConnections();
  return (
    <>
      <ConnectionAsks
        ask={ask}
        onDone={() => askFor(null)}
        onOpen={(connectionId, resource, name) =>
          openTab(
            resource === 'tables'
              ? { kind: 'table', connectionId, table: name }
              : { kind: 'container', connectionId, container: name },
          )
        }
        onGone={(connectionId, resource, name) => closeRemoved({ connectionId, resource, name })}
      />
      <SasAsks />
      <TableAsks
        connections={connections}
        onShowJobs={() => openTab({ kind: 'table-jobs' })}
        onCompare={openComparison}
      />
      <OpeningAsks />
      <ClosingQuestion />
    </>
  );
}
