// The foot of the applied changes: how much the records take, and the way to forget them.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import { Button, ConfirmDialog } from '@renderer/ui';
import { formatBytes } from '@shared/units';
import { type ReactNode, useEffect, useState } from 'react';
import { PanelFoot } from './panel-foot';
import styles from './undo-tab.module.css';

export interface ForgetFootProps {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly records: number;
  /** How many of the records are not in the list yet. */
  readonly unread: number;
  readonly onForgotten: () => void;
  readonly children: ReactNode;
}

export function ForgetFoot({ connectionId, connectionName, records, unread, onForgotten, children }: ForgetFootProps) {
  const { data: size, reload } = useCall('undo.size', { connectionId });
  const [prompt, setPrompt] = useState<'nothing' | 'forget'>('nothing');
  useEffect(() => {
    reload();
  }, [records, reload]);
  return (
    <PanelFoot>
      <span className={styles.size}>
        {size === undefined
          ? ''
          : t`${counted(records, 'record')}, ${formatBytes(size.bytes)} of at most ${formatBytes(size.maxBytes)}. The oldest give way.`}
        {unread > 0 ? t` ${counted(unread, 'record')} not read yet.` : ''}
      </span>
      <Button variant="quiet" isDisabled={records === 0} onPress={() => setPrompt('forget')}>{t`Forget all…`}</Button>
      {children}
      <ConfirmDialog
        title={t`Forget the changes of ${connectionName}`}
        isOpen={prompt === 'forget'}
        onClose={() => setPrompt('nothing')}
        confirmLabel={t`Forget ${counted(records, 'record')}`}
        onConfirm={async () => {
          await call('undo.forget', { connectionId });
          onForgotten();
          reload();
        }}
      >
        {t`${counted(records, 'record')} (${formatBytes(size?.bytes ?? 0)}) of all tables on ${connectionName} will be removed. The data stays as it is, but these changes can no longer be undone.`}
      </ConfirmDialog>
    </PanelFoot>
  );
}
