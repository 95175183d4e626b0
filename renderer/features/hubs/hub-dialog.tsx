// Renames a hub, or forgets it on this computer.
import { useState } from 'react';
import type { HubSummary } from '@shared/model/hub';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { Button, ConfirmDialog, Dialog, ErrorNotice, TextField, useAction } from '@renderer/ui';

export interface HubDialogProps {
  readonly what: 'rename' | 'remove';
  readonly hub: HubSummary;
  readonly onClose: () => void;
  /** It has another name now. */
  readonly onRenamed: (hub: HubSummary) => void;
  readonly onGone: (hubId: string) => void;
}

export function HubDialog({ what, hub, onClose, onRenamed, onGone }: HubDialogProps) {
  if (what === 'rename') return <RenameDialog hub={hub} onClose={onClose} onRenamed={onRenamed} />;
  return (
    <ConfirmDialog
      title={t`Remove ${hub.name}`}
      isOpen
      onClose={onClose}
      confirmLabel={t`Remove ${hub.name}`}
      onConfirm={async () => {
        await call('hubs.remove', { hubId: hub.id });
        onGone(hub.id);
      }}
    >
      {t`Stowage forgets where the join file of this hub is. The hub, its workers and its jobs go on, and the file stays.`}
    </ConfirmDialog>
  );
}

function RenameDialog({ hub, onClose, onRenamed }: Pick<HubDialogProps, 'hub' | 'onClose' | 'onRenamed'>) {
  const [name, setName] = useState(hub.name);
  const { isRunning, error, run } = useAction(onClose);
  const save = (): void =>
    void run(async () => {
      await call('hubs.rename', { hubId: hub.id, name });
      onRenamed({ ...hub, name: name.trim() });
    });
  return (
    <Dialog
      title={t`Rename ${hub.name}`}
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" isPending={isRunning} onPress={save}>{t`Rename`}</Button>
        </>
      }
    >
      <TextField label={t`Name`} value={name} autoFocus onChange={setName} onSubmit={save} />
      {error === null ? null : <ErrorNotice error={error} />}
    </Dialog>
  );
}
