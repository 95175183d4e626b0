// Named layouts: the columns of this table saved under a name, to be applied to any other table.
import { t } from '@shared/strings/t';
import { Button, IconButton, Popover, TextField } from '@renderer/ui';
import { Check, LayoutList, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type ColumnChoice, deleteLayout, readLayouts, renameLayout, saveLayout } from '../result/columns';
import styles from './rows-tools.module.css';

export interface LayoutsMenuProps {
  readonly choice: ColumnChoice;
  readonly onApply: (choice: ColumnChoice) => void;
}

export function LayoutsMenu({ choice, onApply }: LayoutsMenuProps) {
  return (
    <Popover
      label={t`Layouts`}
      placement="bottom end"
      trigger={<IconButton label={t`Layouts`} size="small" icon={<LayoutList size={14} aria-hidden />} />}
    >
      <LayoutsPanel choice={choice} onApply={onApply} />
    </Popover>
  );
}

/** Reads the layouts whenever it opens: another tab may have changed them. */
function LayoutsPanel({ choice, onApply }: LayoutsMenuProps) {
  const [layouts, setLayouts] = useState(readLayouts);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<{ readonly name: string; readonly text: string } | null>(null);
  const given = name.trim();
  const isKnown = layouts.some((layout) => layout.name === given);
  const save = (): void => {
    if (given === '') return;
    const saveProblem = saveLayout({ name: given, choice });
    setProblem(saveProblem);
    if (saveProblem === null) setName('');
    setLayouts(readLayouts());
  };
  const rename = (): void => {
    if (renaming !== null && renaming.text.trim() !== '') renameLayout(renaming.name, renaming.text.trim());
    setRenaming(null);
    setLayouts(readLayouts());
  };
  return (
    <div className={styles.panel}>
      {layouts.length === 0 ? (
        <p className={styles.note}>
          {t`No layouts yet. Save the columns of this table under a name to use them on others.`}
        </p>
      ) : (
        <ul className={styles.layouts} aria-label={t`Layouts`}>
          {layouts.map((layout) => (
            <li key={layout.name} className={styles.layout}>
              {renaming?.name === layout.name ? (
                <>
                  <TextField
                    label={t`New name of ${layout.name}`}
                    labelPosition="hidden"
                    size="small"
                    autoFocus
                    value={renaming.text}
                    onChange={(text) => setRenaming({ name: layout.name, text })}
                    onSubmit={rename}
                  />
                  <IconButton
                    label={t`Keep the name`}
                    size="small"
                    icon={<Check size={14} aria-hidden />}
                    onPress={rename}
                  />
                </>
              ) : (
                <>
                  <Button
                    size="small"
                    variant="quiet"
                    className={styles.apply ?? ''}
                    onPress={() => onApply(layout.choice)}
                  >
                    {layout.name}
                  </Button>
                  <IconButton
                    label={t`Rename ${layout.name}`}
                    size="small"
                    icon={<Pencil size={14} aria-hidden />}
                    onPress={() => setRenaming({ name: layout.name, text: layout.name })}
                  />
                  <IconButton
                    label={t`Delete ${layout.name}`}
                    size="small"
                    icon={<Trash2 size={14} aria-hidden />}
                    onPress={() => {
                      deleteLayout(layout.name);
                      setLayouts(readLayouts());
                    }}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.saveAs}>
        <TextField
          label={t`Name of the layout`}
          labelPosition="hidden"
          placeholder={t`Save these columns as…`}
          size="small"
          value={name}
          onChange={setName}
          onSubmit={save}
          {...(problem === null ? {} : { errorMessage: problem })}
        />
        <Button size="small" isDisabled={given === ''} onPress={save}>
          {isKnown ? t`Replace` : t`Save`}
        </Button>
      </div>
    </div>
  );
}
