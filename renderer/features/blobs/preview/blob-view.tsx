// The bytes of a blob, in the chosen view.
import { useMemo } from 'react';
import { playableTypes } from '@shared/model/blob-preview';
import { t } from '@shared/strings/t';
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
import type { Find } from './use-find';

export interface BlobViewProps {
  /** Names the blob for screen readers. */
  readonly label: string;
  readonly blob: BlobAddress;
  readonly state: PreviewState;
  readonly actions: PreviewActions;
  readonly find: Pick<Find, 'places'>;
  readonly wrap: 'window' | 'none';
  /** Told of the first byte in sight. */
  readonly onTop: (offset: number) => void;
}

export function BlobView({ label, blob, state, actions, find, wrap, onTop }: BlobViewProps) {
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
      places={find.places}
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
          places={find.places}
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
