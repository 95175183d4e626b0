// What helps when a connection's own words are refused, or lead nowhere: its key, signature or address, to be mended.
import { Pencil } from 'lucide-react';
import type { ErrorCode } from '@shared/errors';
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { useConnectionSaved } from '@renderer/features/connections';
import { Button, type Remedies } from '@renderer/ui';
import { askFor } from './ask-store';

/** Failures that another key, signature or address may end. */
const ofConnection: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['auth.denied', 'auth.key-rejected', 'auth.secret-missing', 'auth.sas-expired', 'auth.sas-lacks-right'] as const),
  ...(['network.refused', 'network.name-unknown', 'network.not-azure'] as const),
]);

/**
 * Opens the dialog of that connection, and tries again once it was saved, from here or anywhere else. The store inside
 * the app has nothing to mend.
 */
export function refusedRemedies(connection: ConnectionSummary): Remedies {
  return function Remedy({ code }, again) {
    if (connection.kind === 'embedded' || !ofConnection.has(code)) return null;
    return <Mend connection={connection} again={again} />;
  };
}

interface MendProps {
  readonly connection: ConnectionSummary;
  readonly again: (() => void) | undefined;
}

function Mend({ connection, again }: MendProps) {
  useConnectionSaved(connection.id, again);
  const { needsSecret } = connection;
  return (
    <Button
      icon={<Pencil size={14} aria-hidden />}
      onPress={() => askFor({ ask: needsSecret ? 'enter-secret' : 'edit', connection })}
    >
      {needsSecret ? t`Enter the secret…` : t`Edit the connection…`}
    </Button>
  );
}
