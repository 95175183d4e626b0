// What helps when a connection's own words are refused, or lead nowhere: its key, signature or address, to be mended.
import { Pencil } from 'lucide-react';
import type { ErrorCode } from '@shared/errors';
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { Button, type Remedies } from '@renderer/ui';
import { askFor } from './ask-store';

/** Failures that another key, signature or address may end. */
const ofConnection: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['auth.denied', 'auth.key-rejected', 'auth.secret-missing', 'auth.sas-expired', 'auth.sas-lacks-right'] as const),
  ...(['network.refused', 'network.name-unknown', 'network.not-azure'] as const),
]);

/** Opens the dialog of that connection; the store inside the app has nothing to mend. */
export function refusedRemedies(connection: ConnectionSummary): Remedies {
  return function Remedy({ code }) {
    if (connection.kind === 'embedded' || !ofConnection.has(code)) return null;
    return connection.needsSecret ? (
      <Ask label={t`Enter the secret…`} onPress={() => askFor({ ask: 'enter-secret', connection })} />
    ) : (
      <Ask label={t`Edit the connection…`} onPress={() => askFor({ ask: 'edit', connection })} />
    );
  };
}

function Ask({ label, onPress }: { readonly label: string; readonly onPress: () => void }) {
  return (
    <Button icon={<Pencil size={14} aria-hidden />} onPress={onPress}>
      {label}
    </Button>
  );
}
