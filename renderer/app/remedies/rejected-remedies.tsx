// Remedies if the credentials or the address of a connection are refused: edit its key, signature or address.
import { Pencil } from 'lucide-react';
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { type ConnectionDialogRequest, mendingOf, useConnectionSaved } from '@renderer/features/connections';
import { Button, type Remedies } from '@renderer/ui';
import { openDialog } from '../dialog-store';

/**
 * Opens the dialog of that connection, and tries again once it was saved, from here or anywhere else. The store inside
 * the app has nothing to mend.
 */
export function rejectedRemedies(connection: ConnectionSummary): Remedies {
  return function Remedy({ code }, again) {
    const mending = mendingOf(connection, code);
    return mending === null ? null : <Mend connection={connection} mending={mending} again={again} />;
  };
}

interface MendProps {
  readonly connection: ConnectionSummary;
  readonly mending: ConnectionDialogRequest;
  readonly again: (() => void) | undefined;
}

function Mend({ connection, mending, again }: MendProps) {
  useConnectionSaved(connection.id, again);
  return (
    <Button icon={<Pencil size={14} aria-hidden />} onPress={() => openDialog(mending)}>
      {mending.request === 'enter-secret' ? t`Enter the secret…` : t`Edit the connection…`}
    </Button>
  );
}
