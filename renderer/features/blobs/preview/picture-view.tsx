// Pictures, rendered from memory. One that is larger than the first read is fetched after a confirmation, range by
// range. The type is determined by the bytes, so no claim of the blob about itself makes it anything else.
import { FileX2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { StowageError } from '@shared/errors';
import { previewRangeBytes } from '@shared/model/blob-preview';
import { t } from '@shared/strings/t';
import { pictureSizeOf } from '@shared/preview/picture-size';
import { MiB, formatBytes, formatCount } from '@shared/units';
import { call } from '@renderer/bridge';
import { Button, EmptyState, ProgressBar } from '@renderer/ui';
import { PreviewError } from './preview-error';
import type { PreviewActions } from './preview-store';
import type { BlobAddress } from '../names/blob-address';
import styles from './media.module.css';

const maxBytes = 32 * MiB;
/** Four bytes each when decoded: 400 MB. Photographs of the largest cameras are just above. */
const maxPixels = 100_000_000;

export interface PictureViewProps {
  readonly label: string;
  readonly blob: BlobAddress;
  readonly etag: string;
  readonly head: Uint8Array;
  readonly totalBytes: number;
  readonly mediaType: string;
  readonly actions: PreviewActions;
}

interface Fetched {
  readonly doneBytes: number;
  readonly whole: Uint8Array<ArrayBuffer> | null;
  readonly error: StowageError | null;
}

export function PictureView(props: PictureViewProps) {
  const { label, blob, etag, head, totalBytes, mediaType, actions } = props;
  const [isAllowed, setIsAllowed] = useState(totalBytes <= head.length);
  const [run, setRun] = useState(0);
  const [fetched, setFetched] = useState<Fetched>({ doneBytes: head.length, whole: null, error: null });
  const { connectionId, container, name } = blob;

  useEffect(() => {
    if (!isAllowed || totalBytes > maxBytes) return;
    const controller = new AbortController();
    const { signal } = controller;
    fetchRest({ connectionId, container, name }, { etag, head, totalBytes }, signal, (doneBytes, cameBytes) => {
      actions.countRead(cameBytes);
      setFetched({ doneBytes, whole: null, error: null });
    }).then(
      (whole) => setFetched({ doneBytes: totalBytes, whole, error: null }),
      (thrown: unknown) => {
        if (!signal.aborted) setFetched({ doneBytes: head.length, whole: null, error: StowageError.from(thrown) });
      },
    );
    return () => controller.abort();
  }, [isAllowed, run, connectionId, container, name, etag, head, totalBytes, actions]);

  if (totalBytes > maxBytes) {
    return (
      <EmptyState title={t`Too large for a preview: ${formatBytes(totalBytes)}`}>
        {t`Previews are limited to ${formatBytes(maxBytes)}. Download the blob to open it, or view its bytes as hex.`}
      </EmptyState>
    );
  }
  if (!isAllowed) {
    return (
      <EmptyState
        title={t`Previewing downloads the whole blob`}
        actions={<Button onPress={() => setIsAllowed(true)}>{t`Show image (${formatBytes(totalBytes)})`}</Button>}
      >
        {t`Only the first ${formatBytes(head.length)} are fetched automatically.`}
      </EmptyState>
    );
  }
  if (fetched.error) {
    const again = (): void => setRun((count) => count + 1);
    return <PreviewError error={fetched.error} onRetry={again} onReload={() => void actions.open()} />;
  }
  if (fetched.whole === null) {
    return (
      <div className={styles.fetching} role="status">
        <ProgressBar label={t`Downloading`} fraction={fetched.doneBytes / totalBytes} />
        {t`${formatBytes(fetched.doneBytes)} of ${formatBytes(totalBytes)}`}
      </div>
    );
  }
  return <Shown key={etag} label={label} bytes={fetched.whole} mediaType={mediaType} />;
}

function Shown(props: { readonly label: string; readonly bytes: Uint8Array<ArrayBuffer>; readonly mediaType: string }) {
  const { label, bytes, mediaType } = props;
  const [problem, setProblem] = useState(false);
  const [size, setSize] = useState('');
  const address = useMemo(() => URL.createObjectURL(new Blob([bytes], { type: mediaType })), [bytes, mediaType]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const declared = useMemo(() => pictureSizeOf(bytes), [bytes]);
  if (declared !== null && declared.width * declared.height > maxPixels) {
    const [width, height] = [formatCount(declared.width), formatCount(declared.height)];
    return (
      <EmptyState title={t`Too many pixels for a preview: ${width} × ${height}`}>
        {t`Decoding it would take more memory than this window may use. Download the blob to open it, or view its bytes as hex.`}
      </EmptyState>
    );
  }
  // A decoder that finds more in it than its header would have no limit.
  if (problem || declared === null) {
    return (
      <EmptyState icon={<FileX2 size={24} strokeWidth={1.5} />} title={t`Cannot be shown`}>
        {t`The content starts like ${mediaType}, but is damaged or uses an unknown variant. View the bytes as hex.`}
      </EmptyState>
    );
  }
  return (
    <figure className={styles.picturePlace}>
      <img
        src={address}
        alt={label}
        className={styles.picture}
        onError={() => setProblem(true)}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize(`${naturalWidth} × ${naturalHeight} · `)
        }
      />
      <figcaption className={styles.caption}>
        {size}
        {mediaType}
      </figcaption>
    </figure>
  );
}

async function fetchRest(
  blob: BlobAddress,
  version: { readonly etag: string; readonly head: Uint8Array; readonly totalBytes: number },
  signal: AbortSignal,
  onProgress: (doneBytes: number, cameBytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const { etag, head, totalBytes } = version;
  const whole = new Uint8Array(totalBytes);
  whole.set(head);
  for (let offset = head.length; offset < totalBytes;) {
    const length = Math.min(previewRangeBytes, totalBytes - offset);
    const { bytes } = await call('preview.read', { ...blob, etag, offset, length }, { signal });
    whole.set(bytes, offset);
    offset += bytes.length;
    onProgress(offset, bytes.length);
  }
  return whole;
}
