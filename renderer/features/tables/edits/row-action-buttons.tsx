// The actions on an entity as a whole, below its fields or in their place.
import { t } from '@shared/strings/t';
import type { TableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import { Button } from '@renderer/ui';
import { CopyPlus, Trash2, Undo2 } from 'lucide-react';
import type { ShownRow } from '../staging/staged-rows';
import styles from './entity-form.module.css';
import type { RowEdits } from './use-row-edits';

export interface RowActionButtonsProps {
  readonly row: ShownRow;
  readonly edits: RowEdits;
  readonly disabledReasons: TableDisabledReasons;
}

export function RowActionButtons({ row, edits, disabledReasons }: RowActionButtonsProps) {
  const { insert, remove } = disabledReasons;
  return (
    <div className={styles.verbs}>
      <Button
        size="small"
        icon={<CopyPlus size={14} aria-hidden />}
        disabledReason={insert}
        onPress={() => edits.clone(row)}
      >
        {t`Clone`}
      </Button>
      {row.read === undefined ? null : (
        <Button
          size="small"
          icon={<Trash2 size={14} aria-hidden />}
          disabledReason={remove}
          onPress={() => edits.deleteRows([row])}
        >
          {t`Delete`}
        </Button>
      )}
      {row.edit === undefined ? null : (
        <Button size="small" icon={<Undo2 size={14} aria-hidden />} onPress={() => edits.discardRows([row])}>
          {row.read === undefined ? t`Discard the new entity` : t`Discard changes`}
        </Button>
      )}
    </div>
  );
}

/** In place of the fields of an entity for which nothing more can be staged. */
export function SettledNote({ row, edits }: Omit<RowActionButtonsProps, 'disabledReasons'>) {
  if (row.mark?.state === 'gone') return <p className={styles.settled}>{t`This entity was deleted.`}</p>;
  return (
    <div className={styles.settled}>
      <p>{t`This entity is to be deleted. Nothing was sent yet.`}</p>
      <Button icon={<Undo2 size={14} aria-hidden />} onPress={() => edits.discardRows([row])}>
        {t`Keep the entity`}
      </Button>
    </div>
  );
}
