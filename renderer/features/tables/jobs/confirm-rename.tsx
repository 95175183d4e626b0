// The last step of renaming a table: the copy is verified, and a person confirms that the old table is deleted.
import { useState } from 'react';
import { Trash2 } from 'lucide-react';
import type { TableJob } from '@shared/model/table-job';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { Button, ConfirmDialog } from '@renderer/ui';

export function ConfirmRename({ job }: { readonly job: TableJob }) {
  const [isAsking, setAsking] = useState(false);
  const { source, target } = job;
  return (
    <>
      <Button size="small" icon={<Trash2 size={13} aria-hidden />} onPress={() => setAsking(true)}>
        {t`Delete ${source}…`}
      </Button>
      <ConfirmDialog
        title={t`Delete ${source}, now copied to ${target}`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirmLabel={t`Delete ${source}`}
        typedName={source}
        onConfirm={async () => {
          await call('renames.confirm', { jobId: job.id });
        }}
      >
        {t`Every row of ${source} is in ${target}, checked by count and hash. Both tables are read once more; ${source} is deleted only if nobody wrote to it since. Deleting a table cannot be undone.`}
      </ConfirmDialog>
    </>
  );
}
