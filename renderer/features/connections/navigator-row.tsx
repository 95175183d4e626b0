// One row of the navigator: its appearance and accessible text.
import { Boxes, ChevronDown, ChevronRight, Grid3x3, Package, Table2 } from 'lucide-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import type { StowageError } from '@shared/errors';
import { useDropTarget } from '@renderer/bridge';
import { takesFiles } from '@renderer/pane/takes-files';
import { TruncateName, classNames, describeError } from '@renderer/ui';
import { ConnectionContent } from './connection-content';
import { stopReading } from './connection-store';
import { FirstReading, ReadingAgain } from './name-waits';
import { creatable, groupText, isFilling, isUnlistable, namesAtOnce, type NavigatorRow } from './navigator-rows';
import styles from './navigator.module.css';
import { type ConnectionDialogRequest, mendingLabel, mendingOfList } from './row-dialogs';

export interface NavigatorRowViewProps {
  readonly row: NavigatorRow;
  readonly isFocusable: boolean;
  readonly isOpened: boolean;
  /** What stays of the end of its name where there is no room for it, in characters; null: nothing. */
  readonly tail: number | null;
  readonly onAction: () => void;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onContextMenu: (event: MouseEvent) => void;
  /** Absent where files cannot be dropped. */
  readonly onDropFiles?: (files: DataTransfer) => void;
  readonly onRequest: (request: ConnectionDialogRequest) => void;
}

export function NavigatorRowView(props: NavigatorRowViewProps) {
  const { row, isFocusable, isOpened, onDropFiles } = props;
  const isTaken = row.kind === 'item' && takesFiles(row.connection, row.resource);
  const drop = useDropTarget(isTaken ? 'files' : 'nothing', (files) => onDropFiles?.(files));
  const expanded = row.kind === 'connection' || row.kind === 'group' ? row.isExpanded : undefined;
  return (
    <div
      role="treeitem"
      aria-busy={isFilling(row)}
      aria-description={row.kind === 'error' ? wholeOf(row.error) : undefined}
      data-row={row.id}
      data-kind={row.kind}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={expanded}
      aria-selected={isOpened}
      tabIndex={isFocusable ? 0 : -1}
      className={classNames(
        styles.row,
        styles[`level${row.level}`],
        isOpened && styles.opened,
        isTaken && drop.isOver && styles.dropTarget,
      )}
      {...(onDropFiles ? drop.handlers : {})}
      onClick={props.onAction}
      onFocus={props.onFocus}
      onKeyDown={props.onKeyDown}
      onContextMenu={props.onContextMenu}
    >
      <span className={styles.chevron}>
        {expanded !== undefined && (expanded ? <ChevronDown size={14} /> : <ChevronRight size={14} />)}
      </span>
      <RowContent row={row} tail={props.tail} onRequest={props.onRequest} />
    </div>
  );
}

interface RowContentProps extends Pick<NavigatorRowViewProps, 'tail' | 'onRequest'> {
  readonly row: NavigatorRow;
}

function RowContent({ row, tail, onRequest }: RowContentProps) {
  switch (row.kind) {
    case 'connection':
      return (
        <ConnectionContent connection={row.connection} isReading={row.isReading} tail={tail} onRequest={onRequest} />
      );
    case 'group':
      return (
        <>
          <span className={styles.icon}>{row.resource === 'tables' ? <Table2 size={16} /> : <Boxes size={16} />}</span>
          <span className={styles.name}>{groupText(row)}</span>
          {row.isReading ? (
            <>
              <ReadingAgain connectionId={row.connection.id} resource={row.resource} />
              <RowLink label={t`Stop`} when="reading" onPress={() => stopReading(row.connection.id, row.resource)} />
            </>
          ) : null}
          {row.count !== undefined && !row.isReading && <span className={styles.aside}>{formatCount(row.count)}</span>}
        </>
      );
    case 'item':
      return (
        <>
          <span className={styles.icon}>
            {row.resource === 'tables' ? <Grid3x3 size={16} /> : <Package size={16} />}
          </span>
          <TruncateName tail={tail} className={styles.name ?? ''}>
            {row.name}
          </TruncateName>
        </>
      );
    case 'more':
      return (
        <span className={styles.link}>
          {t`Show ${formatCount(Math.min(namesAtOnce, row.hidden))} of ${formatCount(row.hidden)} more`}
        </span>
      );
    case 'loading':
      return (
        <>
          <span className={styles.bar} />
          <FirstReading connectionId={row.connection.id} resource={row.resource} />
          <RowLink label={t`Stop`} onPress={() => stopReading(row.connection.id, row.resource)} />
        </>
      );
    case 'note':
      return (
        <>
          <span className={styles.note} title={row.hint}>
            {row.text}
          </span>
          {creatable(row) === null ? null : <span className={styles.link}>{t`Create…`}</span>}
        </>
      );
    case 'error': {
      const whole = wholeOf(row.error);
      const mending = mendingOfList(row.connection, row.resource, row.error);
      return isUnlistable(row) ? (
        <>
          <span className={styles.note} title={whole}>
            {t`Cannot be listed`}
          </span>
          <span className={styles.link}>{t`Open by name…`}</span>
        </>
      ) : (
        <>
          <span className={styles.failure} title={whole}>
            {describeError(row.error).title}
          </span>
          {mending?.request === 'sign-in' ? null : <span className={styles.link}>{t`Try again`}</span>}
          {mending === null ? null : <RowLink label={mendingLabel(mending)} onPress={() => onRequest(mending)} />}
        </>
      );
    }
  }
}

/** What happened, why, and what to do. */
function wholeOf(error: StowageError): string {
  const { title, explanation, action } = describeError(error);
  return `${title}. ${explanation} ${action}`.trim();
}

interface RowLinkProps {
  readonly label: string;
  readonly when?: 'reading';
  readonly onPress: () => void;
}

/** Does something else than the row itself; without a mouse the menu of the row has it. */
function RowLink({ label, when, onPress }: RowLinkProps) {
  return (
    <span
      data-own-press
      className={classNames(styles.link, when === 'reading' && styles.reading)}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
    >
      {label}
    </span>
  );
}
