// Connections for tests, complete except for what a test sets.
import type { ConnectionSummary } from '@shared/model/connection';

export function connectionWith(part: Partial<ConnectionSummary> & { readonly id: string }): ConnectionSummary {
  return {
    name: part.id,
    kind: 'account-key',
    accountName: 'contoso',
    endpoints: { blob: 'https://contoso.blob.core.windows.net', table: 'https://contoso.table.core.windows.net' },
    marking: { production: false, colour: 'none' },
    locked: false,
    secretStorage: 'keychain',
    needsSecret: false,
    ...part,
  };
}
