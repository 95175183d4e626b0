// The fault log of this machine, to be read before it is passed on: as copied text, or as its files.
import { Copy, FolderOpen } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import { Button, ErrorNotice, LoadingRows, showToast } from '@renderer/ui';
import styles from './about.module.css';

export function FaultLogView() {
  const { data, error } = useCall('fault-log.read', {});
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return <LoadingRows label={t`Reading the fault log`} rows={6} columns={[100]} />;
  if (data.text === '') {
    return <p className={styles.words} role="status">{t`No faults have been recorded on this computer.`}</p>;
  }
  return <SavedFaults text={data.text} />;
}

function SavedFaults({ text }: { readonly text: string }) {
  const region = useRef<HTMLPreElement>(null);
  // The pressed button is gone, so the focus moves to what it opened.
  useEffect(() => region.current?.focus(), []);
  const copy = async (): Promise<void> => {
    await call('clipboard.write', { text });
    showToast({ tone: 'good', title: t`Fault log copied` });
  };
  return (
    <section className={styles.log} aria-label={t`Fault log`}>
      <p className={styles.words}>
        {t`Faults recorded on this computer, newest first. The log contains no keys and no content of rows or blobs; it may name accounts and files. It is never sent anywhere.`}
      </p>
      <div className={styles.more}>
        <Button size="small" icon={<Copy size={14} aria-hidden />} onPress={() => void copy()}>
          {t`Copy the fault log`}
        </Button>
        <Button
          size="small"
          icon={<FolderOpen size={14} aria-hidden />}
          onPress={() => void call('fault-log.show-files', {})}
        >
          {t`Show files`}
        </Button>
      </div>
      <pre ref={region} className={styles.lines} tabIndex={0} role="region" aria-label={t`Contents of the fault log`}>
        {text}
      </pre>
    </section>
  );
}
