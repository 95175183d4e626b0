// The View menu over the rows: which columns are shown, how their values are displayed, and named layouts of both.
import { t } from '@shared/strings/t';
import { Button, Popover, ResponsiveLabel, SegmentedControl, Tooltip } from '@renderer/ui';
import { ChevronDown, Eye } from 'lucide-react';
import { useState } from 'react';
import { DisplayPanel, LayoutsPanel } from '../grid/rows-tools';
import { ColumnsPanel, choosableColumns } from '../query/query-options';
import { useResult } from './open-table';
import styles from './view-menu.module.css';

const parts = [
  { value: 'columns', label: t`Columns` },
  { value: 'display', label: t`Display` },
  { value: 'layouts', label: t`Layouts` },
] as const;
type Part = (typeof parts)[number]['value'];

export function ViewMenu() {
  const { runs, columns } = useResult();
  const { draft, setDraft } = runs;
  const [part, setPart] = useState<Part>('columns');
  const choosable = choosableColumns(columns.all);
  const shownCount = choosable.filter(({ id }) => !columns.hidden.has(id)).length;
  return (
    <Popover
      label={t`View`}
      placement="bottom end"
      trigger={
        <Tooltip text={t`Columns, display of values, layouts`}>
          <Button icon={<Eye size={14} aria-hidden />}>
            <ResponsiveLabel needs="little">{t`View`}</ResponsiveLabel>
            {shownCount === choosable.length ? '' : ` ${shownCount}/${choosable.length}`}
            <ChevronDown size={12} aria-hidden />
          </Button>
        </Tooltip>
      }
    >
      <div className={styles.panel}>
        <SegmentedControl<Part> label={t`View`} options={parts} value={part} onChange={setPart} />
        {part === 'columns' ? (
          <ColumnsPanel
            columns={columns.all}
            hidden={columns.hidden}
            onHiddenChange={columns.setHidden}
            fetching={draft.select === undefined ? columns.fetching : 'shown'}
            onFetchingChange={(fetching) => {
              const { select: _select, ...rest } = draft;
              setDraft(rest);
              columns.setFetching(fetching);
            }}
          />
        ) : null}
        {part === 'display' ? <DisplayPanel display={columns.choice.display} onChange={columns.setDisplay} /> : null}
        {part === 'layouts' ? <LayoutsPanel choice={columns.choice} onApply={columns.choose} /> : null}
      </div>
    </Popover>
  );
}
