// Audio and video, played by ranges: the player requests the bytes it needs from main, wherever the user seeks. The
// type is determined by the bytes, so that the blob's declared type cannot change it.
import { FileX2 } from 'lucide-react';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { StowageError } from '@shared/errors';
import type { PlayableType } from '@shared/model/blob-preview';
import { t } from '@shared/strings/t';
import { formatBytes } from '@shared/units';
import { call } from '@renderer/bridge';
import { EmptyState } from '@renderer/ui';
import { PreviewError } from './preview-error';
import type { BlobAddress } from '../names/blob-address';
import styles from './media.module.css';

export interface PlayerViewProps {
  readonly label: string;
  readonly blob: BlobAddress;
  readonly etag: string;
  readonly totalBytes: number;
  readonly mediaType: PlayableType;
  readonly onReload: () => void;
}

/** Part of the player's error message: the container was read, and contains no stream that can be decoded. */
const noDecoder = /NO_SUPPORTED_STREAMS|UNSUPPORTED_CONFIG|NOT_SUPPORTED_ERROR/u;

export function PlayerView({ label, blob, etag, totalBytes, mediaType, onReload }: PlayerViewProps) {
  const { connectionId, container, name } = blob;
  const [address, setAddress] = useState<string | null>(null);
  const [problem, setProblem] = useState<StowageError | 'damaged' | 'no-decoder' | null>(null);
  const [run, setRun] = useState(0);
  const [picture, setPicture] = useState<'shown' | 'none'>('shown');

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
  // A player does not report why its bytes did not arrive: reading one byte through the engine does.
  const explain = ({ currentTarget: { error } }: SyntheticEvent<HTMLMediaElement>): void => {
    const hasNoDecoder = noDecoder.test(error?.message ?? '');
    call('preview.read', { connectionId, container, name, etag, offset: 0, length: 1 }).then(
      () => setProblem(hasNoDecoder ? 'no-decoder' : 'damaged'),
      (thrown: unknown) => setProblem(StowageError.from(thrown)),
    );
  };

  if (problem === 'damaged' || problem === 'no-decoder') {
    return (
      <EmptyState icon={<FileX2 size={24} strokeWidth={1.5} />} title={t`Cannot be played`}>
        {problem === 'no-decoder'
          ? t`The content is ${mediaType}, but it cannot be played: no decoder is available here, or it is damaged. Download it and try another program.`
          : t`The content starts like ${mediaType}, but is damaged or uses an unknown variant. View the bytes as hex.`}
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
        <video
          {...common}
          className={styles.picture}
          onLoadedMetadata={({ currentTarget: { videoWidth } }) => setPicture(videoWidth > 0 ? 'shown' : 'none')}
        />
      )}
      <figcaption className={styles.caption}>
        {t`${mediaType} · ${formatBytes(totalBytes)}, fetched in parts during playback`}
        {picture === 'none' ? t` · contains audio, but no image that can be shown here` : ''}
      </figcaption>
    </figure>
  );
}
