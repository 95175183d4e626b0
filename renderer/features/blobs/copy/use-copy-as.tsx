// Menu entries that copy the selection, or the current folder, as a command for other tools.
import { credentialOf } from '@shared/commands/command-credential';
import { SquareTerminal } from 'lucide-react';
import { type ConnectionSummary, embeddedConnectionId } from '@shared/model/connection';
import {
  type BlobCommandTarget,
  type FetchedBlobs,
  azcopyDownload,
  curlDownload,
  stowageDownload,
} from '@shared/commands/blob-commands';
import { t } from '@shared/strings/t';
import { call, useStream } from '@renderer/bridge';
import { type MenuAction, showToast } from '@renderer/ui';
import type { ListingEntry } from '../listing/listing';
import { runAndReport } from '../run-and-report';
import type { TransferLocation } from '../transfer/start-transfer';

/** `chosen`: empty for the folder that is shown. */
export function useCopyAs(
  { connectionId, container, prefix }: TransferLocation,
  connectionName: string,
): (chosen: readonly ListingEntry[]) => readonly MenuAction[] {
  const connection = useConnection(connectionId);
  const target = targetOf(connectionId, connectionName, connection);
  return (chosen) => {
    const fetched = fetchedOf(container, prefix, chosen);
    const entry = (id: string, label: string, make: () => string): MenuAction => ({
      id,
      label,
      icon: <SquareTerminal size={14} />,
      onAction: () => runAndReport(copyText(label, make)),
    });
    const isOnlyBlobs = fetched.folders.length === 0 && fetched.blobs.length > 0;
    const asStowage = entry('as-stowage', t`Copy as Stowage command`, () => stowageDownload(target, fetched));
    // The others are made for the requests of Azure.
    if (connection?.kind === 's3') return [asStowage];
    return [
      asStowage,
      entry('as-azcopy', t`Copy as AzCopy command`, () => azcopyDownload(target, fetched)),
      {
        ...entry('as-curl', t`Copy as curl command`, () => curlDownload(target, fetched)),
        ...(isOnlyBlobs ? {} : { isDisabled: true, description: t`curl can only fetch single blobs, not folders.` }),
      },
    ];
  };
}

export function useCommandTarget(connectionId: string, connectionName: string): BlobCommandTarget {
  return targetOf(connectionId, connectionName, useConnection(connectionId));
}

function useConnection(connectionId: string): ConnectionSummary | undefined {
  return useStream('connections.watch', {}).latest?.find(({ id }) => id === connectionId);
}

async function copyText(title: string, make: () => string): Promise<void> {
  await call('clipboard.write', { text: make() });
  showToast({ tone: 'good', title, text: t`Copied. It contains no key and no SAS.`, topic: 'clipboard' });
}

function fetchedOf(container: string, prefix: string, chosen: readonly ListingEntry[]): FetchedBlobs {
  if (chosen.length === 0) return { container, blobs: [], folders: prefix === '' ? [] : [prefix] };
  const names = (kind: ListingEntry['kind']): string[] =>
    chosen.filter((entry) => entry.kind === kind).map(({ name }) => name);
  return { container, blobs: names('blob'), folders: names('folder') };
}

/** While the connection is not known yet, placeholders in capitals are used for what is missing. */
function targetOf(id: string, name: string, connection: ConnectionSummary | undefined): BlobCommandTarget {
  return {
    endpoint: connection?.endpoints.blob ?? 'https://ACCOUNT.blob.core.windows.net',
    accountName: connection?.accountName ?? 'ACCOUNT',
    credential: credentialOf(connection),
    connectionName: id === embeddedConnectionId ? embeddedConnectionId : name,
  };
}
