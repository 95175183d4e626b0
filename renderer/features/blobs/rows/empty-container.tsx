// The empty state of a container, of a folder, and of a name prefix.
import { Search, Upload } from 'lucide-react';
import { t } from '@shared/strings/t';
import { Button, EmptyState } from '@renderer/ui';

export interface EmptyContainerProps {
  readonly prefix: string;
  readonly service?: 's3' | undefined;
  /** What the names had to start with. */
  readonly startsWith: string;
  readonly disabledReason: string | null;
  /** Where the connection is locked. */
  readonly onUnlock?: (() => void) | undefined;
  readonly onPick: (what: 'files' | 'folder') => void;
  /** Null when there is nothing to paste. */
  readonly onPaste: (() => void) | null;
  readonly onUp: () => void;
}

export function EmptyContainer(props: EmptyContainerProps) {
  const { prefix, startsWith, disabledReason, onUnlock, onPick, onPaste, onUp } = props;
  if (startsWith !== '') {
    return (
      <EmptyState icon={<Search size={24} strokeWidth={1.5} />} title={t`No names here start with ${startsWith}`}>
        {t`Names are case-sensitive. Use a wildcard to search all subfolders.`}
      </EmptyState>
    );
  }
  const isRoot = prefix === '';
  return (
    <EmptyState
      icon={<Upload size={24} strokeWidth={1.5} />}
      title={
        isRoot
          ? props.service === 's3'
            ? t`This bucket is empty`
            : t`This container is empty`
          : t`No blobs with this prefix`
      }
      actions={
        <>
          {isRoot ? null : <Button onPress={onUp}>{t`Back to container`}</Button>}
          {onUnlock === undefined ? null : <Button onPress={onUnlock}>{t`Unlock for writing…`}</Button>}
          {onPaste === null ? null : <Button onPress={onPaste}>{t`Paste`}</Button>}
          {disabledReason === null ? (
            <>
              <Button onPress={() => onPick('files')}>{t`Choose files…`}</Button>
              <Button onPress={() => onPick('folder')}>{t`Choose folder…`}</Button>
            </>
          ) : null}
        </>
      }
    >
      {disabledReason ?? t`Drop files or folders here to upload them.`}
    </EmptyState>
  );
}
