// One row of the navigator: what it looks like and says.
import {
  Boxes,
  ChevronDown,
  ChevronRight,
  Cloud,
  HardDrive,
  KeyRound,
  Lock,
  LockOpen,
  Package,
  Server,
  Table2,
  Grid3x3,
} from 'lucide-react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import type { StowageError } from '@shared/errors';
import type { ConnectionSummary } from '@shared/model/connection';
import { useDropTarget } from '@renderer/bridge';
import { Badge, TruncateName, classNames, describeError, useNowMs, useWaited } from '@renderer/ui';
import { type Resource, readingSinceMs, stopReading, useConnectionState } from './connection-store';
import { creatable, isFilling, isUnlistable, namesAtOnce, type NavigatorRow } from './navigator-rows';
import styles from './navigator.module.css';
import { type ConnectionAsk, mendingOf } from './row-asks';
import { expiryText } from './sas-words';

export interface NavigatorRowViewProps {
  readonly row: NavigatorRow;
  readonly isFocusable: boolean;
  readonly isOpened: boolean;
  /** What stays of the end of its name where there is no room for it, in characters; null: nothing. */
  readonly tail: number | null;
  readonly onAct: () => void;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onContextMenu: (event: MouseEvent) => void;
  /** Absent where files cannot be dropped. */
  readonly onDropFiles?: (files: DataTransfer) => void;
  readonly onAsk: (ask: ConnectionAsk) => void;
}

export function NavigatorRowView(props: NavigatorRowViewProps) {
  const { row, isFocusable, isOpened, onDropFiles } = props;
  const isLocked = 'connection' in row && row.connection.locked;
  const drop = useDropTarget(isLocked ? 'nothing' : 'files', (files) => onDropFiles?.(files));
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
        drop.isOver && styles.dropTarget,
      )}
      {...(onDropFiles ? drop.handlers : {})}
      onClick={props.onAct}
      onFocus={props.onFocus}
      onKeyDown={props.onKeyDown}
      onContextMenu={props.onContextMenu}
    >
      <span className={styles.chevron}>
        {expanded !== undefined && (expanded ? <ChevronDown size={14} /> : <ChevronRight size={14} />)}
      </span>
      <RowContent row={row} tail={props.tail} onAsk={props.onAsk} />
    </div>
  );
}

interface RowContentProps extends Pick<NavigatorRowViewProps, 'tail' | 'onAsk'> {
  readonly row: NavigatorRow;
}

function RowContent({ row, tail, onAsk }: RowContentProps) {
  switch (row.kind) {
    case 'connection':
      return <ConnectionContent connection={row.connection} isReading={row.isReading} tail={tail} onAsk={onAsk} />;
    case 'group':
      return (
        <>
          <span className={styles.icon}>{row.resource === 'tables' ? <Table2 size={16} /> : <Boxes size={16} />}</span>
          <span className={styles.name}>{row.resource === 'tables' ? t`Tables` : t`Containers`}</span>
          {row.isReading ? (
            <>
              <Reading connectionId={row.connection.id} resource={row.resource} />
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
          <Loading connectionId={row.connection.id} resource={row.resource} />
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
      const mending = mendingOf(row.connection, row.error.code);
      return isUnlistable(row) ? (
        <>
          <span className={styles.note} title={whole}>
            {t`Not listed`}
          </span>
          <span className={styles.link}>{t`Open by name…`}</span>
        </>
      ) : (
        <>
          <span className={styles.failure} title={whole}>
            {describeError(row.error).title}
          </span>
          <span className={styles.link}>{t`Try again`}</span>
          {mending === null ? null : (
            <RowLink
              label={mending.ask === 'enter-secret' ? t`Enter the secret…` : t`Edit the connection…`}
              onPress={() => onAsk(mending)}
            />
          )}
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

interface WaitProps {
  readonly connectionId: string;
  /** Default: of either kind. */
  readonly resource?: Resource;
}

/** By when the service was asked: the row that tells it comes and goes as the tree is opened and closed. */
function useWaitedForNames({ connectionId, resource }: WaitProps): string {
  return useWaited(useConnectionState((state) => readingSinceMs(state, connectionId, resource)));
}

/** Of names that were there before. */
function Reading(props: WaitProps) {
  const waited = useWaitedForNames(props);
  return (
    <span className={classNames(styles.aside, styles.reading)}>
      {waited === '' ? t`Reading…` : t`Reading for ${waited}…`}
    </span>
  );
}

function Loading(props: WaitProps) {
  const waited = useWaitedForNames(props);
  return <span className={styles.quiet}>{waited === '' ? t`Loading…` : t`Loading for ${waited}…`}</span>;
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

const kindIcons: Record<ConnectionSummary['kind'], ReactNode> = {
  embedded: <HardDrive size={16} />,
  emulator: <Server size={16} />,
  'connection-string': <Cloud size={16} />,
  'account-key': <Cloud size={16} />,
  sas: <KeyRound size={16} />,
};

interface ConnectionContentProps extends Pick<NavigatorRowViewProps, 'tail' | 'onAsk'> {
  readonly connection: ConnectionSummary;
  readonly isReading: boolean;
}

function ConnectionContent({ connection, isReading, tail, onAsk }: ConnectionContentProps) {
  const { marking, locked, name } = connection;
  const colour = marking.colour === 'none' ? undefined : { color: `var(--mark-${marking.colour})` };
  return (
    <>
      <span className={styles.icon} style={colour}>
        {kindIcons[connection.kind]}
      </span>
      <TruncateName tail={tail} className={styles.name ?? ''}>
        {name}
      </TruncateName>
      {isReading ? <Reading connectionId={connection.id} /> : <ConnectionAside connection={connection} />}
      {marking.production && (
        <>
          <span
            className={styles.lock}
            title={locked ? t`Read-only. Click to unlock for writing` : t`Writing is allowed. Click to lock`}
            onClick={(event) => {
              event.stopPropagation();
              onAsk({ ask: locked ? 'unlock' : 'lock', connection });
            }}
          >
            {locked ? <Lock size={14} aria-label={t`read-only`} /> : <LockOpen size={14} aria-label={t`unlocked`} />}
          </span>
          <Badge tone="bad" look="outlined">{t`PROD`}</Badge>
        </>
      )}
    </>
  );
}

const storeWords = {
  starting: t`starting…`,
  running: t`running`,
  restarting: t`restarting…`,
  stopped: t`stopped`,
  failed: t`failed`,
} as const;

function ConnectionAside({ connection }: { readonly connection: ConnectionSummary }) {
  const now = useNowMs();
  if (connection.needsSecret) return <span className={styles.caution}>{t`needs its secret`}</span>;
  if (connection.store !== undefined) {
    return (
      <span className={connection.store === 'failed' ? styles.failure : styles.aside}>
        {storeWords[connection.store]}
      </span>
    );
  }
  const expiry = expiryText(connection.sas?.expiresOn, now);
  if (!expiry) return null;
  return (
    <span
      className={expiry.tone === 'neutral' ? styles.aside : styles.caution}
      title={t`SAS ends ${connection.sas?.expiresOn ?? ''}`}
    >
      {expiry.text}
    </span>
  );
}
