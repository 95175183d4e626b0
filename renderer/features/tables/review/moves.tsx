// Key changes that were interrupted half-way, above the rows of their table or among the outcomes: the state of both
// rows, and the two ways to settle each.
import { counted } from '@shared/strings/counted';
import { t, plural } from '@shared/strings/t';
import { call, useCall, useEngineState } from '@renderer/bridge';
import { Badge, Button, ErrorNotice, LoadingRows, Dialog } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import type { EntityKeys } from '@shared/model/edit';
import type { InterruptedMove } from '@shared/model/edit-outcome';
import type { Entity } from '@shared/model/entity';
import { useState, useEffect } from 'react';
import { DiffTable } from '../result/value-text';
import { diffProperties } from '../result/value-diff';
import { rowLabel } from '../result/value-format';
import { useEntity } from '../result/use-entity';
import styles from './moves.module.css';
import { ArrowRightLeft } from 'lucide-react';

interface MovesNoticeProps {
  readonly connectionId: string;
  readonly table: string;
  readonly access: 'writable' | 'read-only';
  /** A move was settled, so that rows of the table have changed. */
  readonly onSettled: () => void;
}

export function MovesNotice({ connectionId, table, access, onSettled }: MovesNoticeProps) {
  const engine = useEngineState();
  const { data, reload } = useCall('edits.moves', {});
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // An engine that crashed may have left one.
    if (engine === 'running') reload();
  }, [engine, reload]);
  const moves = (data ?? []).filter((move) => move.connectionId === connectionId && move.table === table);
  const [first] = moves;
  if (first === undefined) return null;
  return (
    <div className={styles.notice} role="note">
      <ArrowRightLeft size={14} aria-hidden />
      <p className={styles.noticeText}>
        {moves.length === 1
          ? t`A key change was interrupted. An entity may exist under both its old and its new keys.`
          : t`${counted(moves.length, 'change')} of keys were interrupted. Entities may exist under both their old and their new keys.`}
      </p>
      <Button size="small" onPress={() => setOpen(true)}>
        {plural(moves.length)`Review | Review`}
      </Button>
      <Dialog
        title={moves.length === 1 ? t`Interrupted key change` : t`1 of ${moves.length} key changes`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        size="wide"
      >
        <p className={styles.text}>
          {first.state === 'inserted'
            ? t`The copy under the new keys was written. The row under the old keys may still exist.`
            : t`The copy under the new keys may not have been written.`}
          {access === 'read-only' ? t` The connection is read-only until you unlock it.` : ''}
        </p>
        <Settlement
          key={first.moveId}
          move={first}
          access={access}
          onSettled={() => {
            if (moves.length === 1) setOpen(false);
            reload();
            onSettled();
          }}
        />
      </Dialog>
    </div>
  );
}

interface MoveSettlementProps {
  readonly moveId: string;
  readonly access: 'writable' | 'read-only';
  readonly onSettled: () => void;
}

/** One interrupted key change: the current state of both rows, and the two ways to settle it. */
export function MoveSettlement({ moveId, access, onSettled }: MoveSettlementProps) {
  const { data, error, reload } = useCall('edits.moves', {});
  const move = data?.find((each) => each.moveId === moveId);
  if (error !== null) return <ErrorNotice error={error} onRetry={reload} />;
  if (data === undefined) return <LoadingRows label={t`Loading the key change`} rows={2} columns={[40, 40]} />;
  if (move === undefined) return <p className={styles.text}>{t`It is resolved, or being resolved elsewhere.`}</p>;
  return <Settlement move={move} access={access} onSettled={onSettled} />;
}

interface SettlementProps {
  readonly move: InterruptedMove;
  readonly access: 'writable' | 'read-only';
  readonly onSettled: () => void;
}

function Settlement({ move, access, onSettled }: SettlementProps) {
  const { connectionId, table, from, to } = move;
  const old = useEntity({ connectionId, table, ...from });
  const moved = useEntity({ connectionId, table, ...to });
  const [running, setRunning] = useState<'finish' | 'undo' | null>(null);
  const [error, setError] = useState<StowageError | null>(null);
  const settle = async (how: 'finish' | 'undo'): Promise<void> => {
    setRunning(how);
    setError(null);
    try {
      await call('edits.settle-move', { moveId: move.moveId, how });
      onSettled();
    } catch (thrown) {
      setError(StowageError.from(thrown));
      old.reload();
      moved.reload();
    } finally {
      setRunning(null);
    }
  };
  const readError = old.error ?? moved.error;
  const isDisabled = running !== null || access === 'read-only';
  const diff =
    old.entity !== null && moved.entity !== null ? diffProperties(old.entity.properties, moved.entity.properties) : [];
  return (
    <div className={styles.settlement} role="group" aria-label={t`Interrupted key change`}>
      <dl className={styles.rows}>
        <RowState label={t`Old keys`} keys={from} status={old.status} entity={old.entity} />
        <RowState label={t`New keys`} keys={to} status={moved.status} entity={moved.entity} />
      </dl>
      {readError === undefined ? null : <ErrorNotice error={readError} />}
      {diff.length > 0 ? (
        <DiffTable label={t`Differences between the rows`} diff={diff} before={t`Old keys`} after={t`New keys`} />
      ) : old.entity !== null && moved.entity !== null ? (
        <p className={styles.text}>{t`Both rows have the same properties.`}</p>
      ) : null}
      {error === null ? null : <ErrorNotice error={error} />}
      <div className={styles.actions}>
        <Button
          variant="primary"
          isPending={running === 'finish'}
          isDisabled={isDisabled}
          onPress={() => void settle('finish')}
        >
          {t`Finish: keep ${rowLabel(to)} only`}
        </Button>
        <Button isPending={running === 'undo'} isDisabled={isDisabled} onPress={() => void settle('undo')}>
          {t`Undo: keep ${rowLabel(from)} only`}
        </Button>
      </div>
    </div>
  );
}

interface RowStateProps {
  readonly label: string;
  readonly keys: EntityKeys;
  readonly status: ReturnType<typeof useEntity>['status'];
  readonly entity: Entity | null;
}

function RowState({ label, keys, status, entity }: RowStateProps) {
  const count = entity?.properties.length ?? 0;
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd className={styles.keys}>{rowLabel(keys)}</dd>
      <dd>
        {entity !== null ? (
          <Badge tone="information">{t`Exists, ${counted(count, 'property')}`}</Badge>
        ) : status === 'gone' ? (
          <Badge>{t`Does not exist`}</Badge>
        ) : status === 'failed' ? (
          <Badge tone="bad">{t`Could not be read`}</Badge>
        ) : (
          <Badge>{t`Reading`}</Badge>
        )}
      </dd>
    </div>
  );
}
