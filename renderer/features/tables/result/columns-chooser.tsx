// Chooses which columns the grid shows, and whether the next run fetches only those.
import { t } from '@shared/strings/t';
import { Button, Checkbox, Popover, ResponsiveLabel, SearchField, Switch, Tooltip, TypeBadge } from '@renderer/ui';
import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import type { GridColumn } from './grid-column';
import styles from './columns-chooser.module.css';

export interface ColumnsChooserProps {
  readonly columns: readonly GridColumn[];
  readonly hidden: ReadonlySet<string>;
  readonly onHiddenChange: (hidden: ReadonlySet<string>) => void;
  /** `shown` asks the service only for the columns that are shown, from the next run on. */
  readonly fetching: 'all' | 'shown';
  readonly onFetchingChange: (fetching: 'all' | 'shown') => void;
}

export function ColumnsChooser({ columns, hidden, onHiddenChange, fetching, onFetchingChange }: ColumnsChooserProps) {
  const [search, setSearch] = useState('');
  const choosable = columns.filter(({ source }) => source === 'property' || source === 'timestamp');
  const wanted = search.trim().toLowerCase();
  const matching = choosable.filter(({ name }) => name.toLowerCase().includes(wanted));
  const hiddenCount = choosable.filter(({ id }) => hidden.has(id)).length;
  const change = (ids: readonly string[], shown: 'shown' | 'hidden'): void => {
    const next = new Set(hidden);
    for (const id of ids) {
      if (shown === 'shown') next.delete(id);
      else next.add(id);
    }
    onHiddenChange(next);
  };

  return (
    <Popover
      label={t`Columns`}
      placement="bottom end"
      trigger={
        <Tooltip text={t`Choose the columns`}>
          <Button icon={<Columns3 size={14} aria-hidden />}>
            <ResponsiveLabel>{t`Columns`}</ResponsiveLabel>
            {hiddenCount === 0 ? '' : ` ${choosable.length - hiddenCount}/${choosable.length}`}
          </Button>
        </Tooltip>
      }
    >
      <div className={styles.panel}>
        <SearchField label={t`Find a column`} value={search} onChange={setSearch} size="small" />
        {choosable.length === 0 ? (
          <p className={styles.note}>{t`The columns appear with the first rows.`}</p>
        ) : (
          <div role="group" aria-label={t`Shown columns`} className={styles.list}>
            {matching.map(({ id, name, types }) => (
              <div key={id} className={styles.item}>
                <Checkbox isSelected={!hidden.has(id)} onChange={(on) => change([id], on ? 'shown' : 'hidden')}>
                  <span className={styles.name}>{name}</span>
                </Checkbox>
                <span className={styles.types}>
                  {types.map((type) => (
                    <TypeBadge key={type} type={type} />
                  ))}
                </span>
              </div>
            ))}
            {matching.length === 0 ? <p className={styles.note}>{t`No column has this in its name.`}</p> : null}
          </div>
        )}
        <div className={styles.actions}>
          <Button
            size="small"
            onPress={() =>
              change(
                matching.map(({ id }) => id),
                'shown',
              )
            }
          >
            {t`Show all`}
          </Button>
          <Button
            size="small"
            onPress={() =>
              change(
                matching.map(({ id }) => id),
                'hidden',
              )
            }
          >
            {t`Hide all`}
          </Button>
        </div>
        <div className={styles.fetch}>
          <Switch isSelected={fetching === 'shown'} onChange={(on) => onFetchingChange(on ? 'shown' : 'all')}>
            {t`Fetch only shown columns`}
          </Switch>
          <p className={styles.note}>{t`From the next run on; fewer bytes, the same rows read.`}</p>
        </div>
      </div>
    </Popover>
  );
}
