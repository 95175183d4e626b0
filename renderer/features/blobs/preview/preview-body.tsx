// The content of a blob in its tab, in the chosen view, or why there is none: still loading, failed, empty.
import { FileQuestion } from 'lucide-react';
import { t } from '@shared/strings/t';
import { Button, EmptyState, ErrorNotice, LoadingRows } from '@renderer/ui';
import { spokenName } from '../names/visible-name';
import { PreviewError } from './preview-error';
import type { BlobPreview } from './use-blob-preview';
import type { Find } from './use-find';
import { useMemo } from 'react';
import { playableTypes } from '@shared/model/blob-preview';
import type { BlobAddress } from '../names/blob-address';
import { DelimitedView } from './delimited-view';
import { HexView } from './hex-view';
import { JsonView } from './json-view';
import { ParquetView } from './parquet-view';
import { PictureView } from './picture-view';
import { PlayerView } from './player-view';
import { type PreviewState, firstLineOf, shownSpan } from './preview-state';
import type { PreviewActions } from './preview-store';
import { TextView } from './text-view';

interface PreviewBodyProps {
  /** The last part of the blob's name. */
  readonly leaf: string;
  readonly preview: BlobPreview;
  readonly find: Pick<Find, 'matches'>;
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
        actions={<Button onPress={onOpenContainer}>{t`Show container`}</Button>}
      >
        {t`It has a name and properties, but no content.`}
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

interface BlobViewProps {
  /** Names the blob for screen readers. */
  readonly label: string;
  readonly blob: BlobAddress;
  readonly state: PreviewState;
  readonly actions: PreviewActions;
  readonly find: Pick<Find, 'matches'>;
  readonly wrap: 'window' | 'none';
  /** Called with the first visible byte. */
  readonly onTop: (offset: number) => void;
}

/** The bytes of the blob in the chosen view. */
function BlobView({ label, blob, state, actions, find, wrap, onTop }: BlobViewProps) {
  const { facts, kind, page, view, encoding, head, target } = state;
  const span = useMemo(() => shownSpan({ page, view, encoding }), [page, view, encoding]);
  if (facts === null || kind === null || page === null) return null;
  const { etag, bytes: totalBytes } = facts;
  const reload = (): void => void actions.open();
  const firstLine = firstLineOf(state);
  const asText = (
    <TextView
      key={page.offset}
      label={t`Text of ${label}`}
      page={page}
      span={span}
      encoding={encoding}
      firstLine={firstLine}
      wrap={wrap}
      target={target}
      matches={find.matches}
      onTop={onTop}
    />
  );
  switch (view) {
    case 'text':
      return asText;
    case 'json':
      return <JsonView label={t`JSON of ${label}`} bytes={head} encoding={encoding} wrap={wrap} otherwise={asText} />;
    case 'table':
      return (
        <DelimitedView key={etag} label={t`Rows of ${label}`} head={head} totalBytes={totalBytes} encoding={encoding} />
      );
    case 'parquet':
      return <ParquetView key={etag} label={label} blob={blob} etag={etag} totalBytes={totalBytes} onReload={reload} />;
    case 'hex':
      return (
        <HexView
          key={page.offset}
          label={t`Bytes of ${label}`}
          page={page}
          target={target}
          matches={find.matches}
          onTop={onTop}
        />
      );
    case 'picture':
      return (
        <PictureView
          key={etag}
          label={label}
          blob={blob}
          etag={etag}
          head={head}
          totalBytes={totalBytes}
          mediaType={kind.mediaType}
          actions={actions}
        />
      );
    case 'sound':
    case 'film': {
      const mediaType = playableTypes.find((type) => type === kind.mediaType);
      if (mediaType === undefined) return null;
      return (
        <PlayerView
          key={etag}
          label={label}
          blob={blob}
          etag={etag}
          totalBytes={totalBytes}
          mediaType={mediaType}
          onReload={reload}
        />
      );
    }
  }
}
