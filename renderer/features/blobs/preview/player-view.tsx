// Sound and films, played by ranges: the player asks main for the bytes it needs, wherever a person goes in them. The type
// is that of the bytes, so that nothing a blob claims about itself makes it anything else.
import { useEffect, useState } from 'react';
import { StowageError } from '@shared/errors';
import type { PlayableType } from '@shared/model/blob-preview';
import { t } from '@shared/strings/t';
import { formatBytes } from '@shared/units';
import { call } from '@renderer/bridge';
import { EmptyState } from '@renderer/ui';
import { PreviewError } from './preview-error';
import type { BlobPlace } from './use-find';
import styles from './media.module.css';

export interface PlayerViewProps {
  readonly label: string;
  readonly blob: BlobPlace;
  readonly etag: string;
  readonly totalBytes: number;
  readonly mediaType: PlayableType;
  readonly onReload: () => void;
}

export function PlayerView({ label, blob, etag, totalBytes, mediaType, onReload }: PlayerViewProps) {
  const { connectionId, container, name } = blob;
  const [address, setAddress] = useState<string | null>(null);
  const [problem, setProblem] = useState<StowageError | 'unplayable' | null>(null);
  const [run, setRun] = useState(0);

  useEffect(() => {
    let opened: string | null = null;
    let isGone = false;
    const close = (): void => {
      if (opened !== null) call('media.close', { address: opened }).catch(() => undefined);
    };
    call('media.open', { connectionId, container, name, etag, totalBytes, mediaType }).then(
      (medium) => {
        opened = medium.address;
        if (isGone) close();
        else setAddress(opened);
      },
      (thrown: unknown) => {
        if (!isGone) setProblem(StowageError.from(thrown));
      },
    );
    return () => {
      isGone = true;
      close();
    };
  }, [run, connectionId, container, name, etag, totalBytes, mediaType]);

  const again = (): void => {
    setProblem(null);
    setAddress(null);
    setRun((count) => count + 1);
  };
  // A player does not say why its bytes did not come: one byte asked for by the usual way does.
  const explain = (): void => {
    call('preview.read', { connectionId, container, name, etag, offset: 0, length: 1 }).then(
      () => setProblem('unplayable'),
      (thrown: unknown) => setProblem(StowageError.from(thrown)),
    );
  };

  if (problem === 'unplayable') {
    return (
      <EmptyState title={t`It cannot be shown`}>
        {t`The bytes start like ${mediaType}, but are damaged or use a form not known here. Look at them as hex.`}
      </EmptyState>
    );
  }
  if (problem !== null) return <PreviewError error={problem} onRetry={again} onReload={onReload} />;
  if (address === null) return null;
  const common = { src: address, controls: true, preload: 'metadata', 'aria-label': label, onError: explain } as const;
  return (
    <figure className={styles.picturePlace}>
      {mediaType.startsWith('audio/') ? (
        <audio {...common} className={styles.sound} />
      ) : (
        <video {...common} className={styles.picture} />
      )}
      <figcaption className={styles.caption}>
        {t`${mediaType} · ${formatBytes(totalBytes)}, fetched by parts as it plays`}
      </figcaption>
    </figure>
  );
}
