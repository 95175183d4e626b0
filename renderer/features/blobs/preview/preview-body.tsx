// The bytes of a blob in its tab, or why there are none: still loading, refused, empty.
import { FileQuestion } from 'lucide-react';
import { t } from '@shared/strings/t';
import { Button, EmptyState, ErrorNotice, LoadingRows } from '@renderer/ui';
import { spokenName } from '../names/visible-name';
import { BlobView } from './blob-view';
import { PreviewError } from './preview-error';
import type { BlobPreview } from './use-blob-preview';
import type { Find } from './use-find';

export interface PreviewBodyProps {
  /** The last part of the blob's name. */
  readonly leaf: string;
  readonly preview: BlobPreview;
  readonly find: Pick<Find, 'places'>;
  readonly onOpenContainer: () => void;
}

export function PreviewBody({ leaf, preview, find, onOpenContainer }: PreviewBodyProps) {
  const { blob, state, actions, wrap, onTop } = preview;
  const { status, error, facts, page } = state;
  // Bytes of two versions are never shown together.
  const isInstead = error !== null && (page === null || status === 'failed' || error.code === 'conflict.etag-changed');
  if (status === 'loading') return <LoadingRows label={t`Reading ${leaf}`} rows={14} columns={[8, 52]} />;
  if (isInstead) {
    return (
      <PreviewError
        error={error}
        archiveStatus={facts?.headers.find((header) => header.name === 'x-ms-archive-status')?.value ?? ''}
        onRetry={() => void actions.retry()}
        onReload={() => void actions.open()}
      />
    );
  }
  if (facts?.bytes === 0) {
    return (
      <EmptyState
        icon={<FileQuestion size={24} strokeWidth={1.5} />}
        title={t`This blob is empty`}
        actions={<Button onPress={onOpenContainer}>{t`Show the container`}</Button>}
      >
        {t`It has a name, properties and no bytes.`}
      </EmptyState>
    );
  }
  return (
    <>
      {error === null ? null : <ErrorNotice error={error} onRetry={() => void actions.retry()} />}
      <BlobView
        label={spokenName(leaf)}
        blob={blob}
        state={state}
        actions={actions}
        find={find}
        wrap={wrap}
        onTop={onTop}
      />
    </>
  );
}
