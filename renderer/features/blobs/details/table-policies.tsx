// The stored access policies of a table, read before they can be changed.
import { t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import { Button, Dialog, ErrorNotice, LoadingRows, showToast } from '@renderer/ui';
import { PoliciesDialog } from './policies-dialog';

export interface TablePoliciesProps {
  readonly connectionId: string;
  readonly table: string;
  readonly onClose: () => void;
}

export function TablePolicies({ connectionId, table, onClose }: TablePoliciesProps) {
  const { data: read, error } = useCall('sas.table-policies', { connectionId, table });
  if (read === undefined) {
    return (
      <Dialog
        title={t`Stored access policies of ${table}`}
        isOpen
        onClose={onClose}
        footer={<Button onPress={onClose}>{t`Close`}</Button>}
      >
        {error ? <ErrorNotice error={error} /> : <LoadingRows label={t`Loading policies`} rows={3} columns={[24]} />}
      </Dialog>
    );
  }
  return (
    <PoliciesDialog
      kind="table"
      name={table}
      read={read}
      save={(policies) => call('sas.set-table-policies', { connectionId, table, read, policies })}
      onClose={onClose}
      onSaved={() => {
        showToast({ tone: 'good', title: t`Saved the policies of ${table}` });
        onClose();
      }}
    />
  );
}
