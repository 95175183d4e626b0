// A notice above the rows of a table about interrupted key changes, found when the table is opened.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { useCall, useEngineState } from '@renderer/bridge';
import { Button, Dialog } from '@renderer/ui';
import { ArrowRightLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Settlement } from './move-settlement';
import styles from './moves.module.css';

export interface MovesNoticeProps {
  readonly connectionId: string;
  readonly table: string;
  readonly access: 'writable' | 'read-only';
  /** A move was brought to an end: rows of the table are not what they were. */
  readonly onSettled: () => void;
}

export function MovesNotice({ connectionId, table, access, onSettled }: MovesNoticeProps) {
  const engine = useEngineState();
  const { data, reload } = useCall('edits.moves', {});
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // An engine that went away may have left one.
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
          ? t`A change of keys stopped half-way. An entity may be under both its old and its new keys.`
          : t`${counted(moves.length, 'change')} of keys stopped half-way. Entities may be under both their old and their new keys.`}
      </p>
      <Button size="small" onPress={() => setOpen(true)}>
        {plural(moves.length)`Look at it | Look at them`}
      </Button>
      <Dialog
        title={moves.length === 1 ? t`A change of keys stopped half-way` : t`1 of ${moves.length} changes of keys`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        size="wide"
      >
        <p className={styles.words}>
          {first.state === 'inserted'
            ? t`The copy under the new keys was written. The row under the old keys may still be there.`
            : t`It is not certain that the copy under the new keys was written.`}
          {access === 'read-only' ? t` The connection is read-only until it is unlocked.` : ''}
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
