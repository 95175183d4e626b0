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
          title={t`The blob changed meanwhile`}
          actions={<Button onPress={onReload}>{t`Load it as it is now`}</Button>}
        >
          {t`It was overwritten or deleted after this preview began. Bytes of two versions are never shown together.`}
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
          actions={<Button onPress={onReload}>{t`Look again`}</Button>}
        >
          {archiveStatus === ''
            ? t`Its bytes are offline: the archive tier keeps properties and metadata within reach only. Change its tier to hot, cool or cold to read it. That takes up to 15 hours.`
            : t`It is on its way back (${archiveStatus}). Its bytes can be read when that is done, up to 15 hours after it began.`}
        </EmptyState>
      </div>
    );
  }
  if (customerKeyCodes.has(error.context.serviceCode)) {
    return (
      <div role="alert">
        <EmptyState icon={<KeyRound size={24} strokeWidth={1.5} />} title={t`Encrypted with a key of the customer`}>
          {t`Whoever wrote this blob gave a key of their own with the request. The service decrypts it for requests that bring the same key, which a preview cannot. Read it with the program that wrote it.`}
        </EmptyState>
      </div>
    );
  }
  if (error.code === 'invalid.input') {
    const { problem, fix } = error.context;
    return (
      <div role="alert">
        <EmptyState icon={<FileX2 size={24} strokeWidth={1.5} />} title={t`It cannot be shown like this`}>
          {[problem, fix].filter((text) => typeof text === 'string').join(' ')}
        </EmptyState>
      </div>
    );
  }
  return <ErrorState error={error} onRetry={onRetry} />;
}
