// Why a blob cannot be previewed: another version, an archived blob, a customer-provided key.
import { Archive, FileX2, KeyRound, RefreshCw } from 'lucide-react';
import type { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { Button, EmptyState, ErrorState } from '@renderer/ui';

export interface PreviewErrorProps {
  readonly error: StowageError;
  /** The service's message about rehydrating an archived blob; empty if there is none. */
  readonly archiveStatus?: string;
  readonly onRetry: () => void;
  /** Loads the blob as it is now. */
  readonly onReload: () => void;
}

const customerKeyCodes: ReadonlySet<unknown> = new Set([
  'BlobUsesCustomerSpecifiedEncryption',
  'BlobCustomerSpecifiedEncryptionMismatch',
]);

export function PreviewError({ error, archiveStatus = '', onRetry, onReload }: PreviewErrorProps) {
  if (error.code === 'conflict.etag-changed') {
    return (
      <div role="alert">
        <EmptyState
          icon={<RefreshCw size={24} strokeWidth={1.5} />}
          title={t`The blob has changed`}
          actions={<Button onPress={onReload}>{t`Reload current version`}</Button>}
        >
          {t`It was overwritten or deleted after this preview was opened. Stowage never mixes bytes of two versions.`}
        </EmptyState>
      </div>
    );
  }
  if (error.code === 'conflict.archived') {
    return (
      <div role="alert">
        <EmptyState
          icon={<Archive size={24} strokeWidth={1.5} />}
          title={t`This blob is archived`}
          actions={<Button onPress={onReload}>{t`Check again`}</Button>}
        >
          {archiveStatus === ''
            ? t`Its content is offline: in the archive tier only properties and metadata can be read. Change the access tier to hot, cool or cold to read it. This takes up to 15 hours.`
            : t`It is being rehydrated (${archiveStatus}). Its content can be read when rehydration is complete, up to 15 hours after it started.`}
        </EmptyState>
      </div>
    );
  }
  if (customerKeyCodes.has(error.context.serviceCode)) {
    return (
      <div role="alert">
        <EmptyState icon={<KeyRound size={24} strokeWidth={1.5} />} title={t`Encrypted with a customer-provided key`}>
          {t`The blob was written with a key sent in the request. The service only decrypts it for requests that provide the same key, which a preview cannot do. Read it with the program that wrote it.`}
        </EmptyState>
      </div>
    );
  }
  if (error.code === 'invalid.input') {
    const { problem, fix } = error.context;
    return (
      <div role="alert">
        <EmptyState icon={<FileX2 size={24} strokeWidth={1.5} />} title={t`Cannot be shown in this view`}>
          {[problem, fix].filter((text) => typeof text === 'string').join(' ')}
        </EmptyState>
      </div>
    );
  }
  return <ErrorState error={error} onRetry={onRetry} />;
}
