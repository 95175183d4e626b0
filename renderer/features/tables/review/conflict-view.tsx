// One conflict at a time: mine, theirs and as read for every property, a pick for each, and the write with the new
// ETag. Left and right pick, up and down move between properties.
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { lockedReason } from '@renderer/pane/table-disabled-reasons';
import { Badge, Button, ErrorNotice, Truncate } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import type { StagedEdit } from '@shared/model/edit';
import type { EditConflict, EditOutcome } from '@shared/model/edit-outcome';
import type { EditViolation } from '@shared/model/edit-review';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Picks, allPicks, defaultPicks, pickList, resolutionOf, ConflictTable } from './conflict-table';
import { PanelFoot } from './list-parts';
import styles from './conflict-view.module.css';
import type { EditTarget } from './edit-target';
import { rowLabel } from '../result/value-format';
import { keysOfEdit } from './review-lines';
import { ViolationList } from './review-sections';

export interface ConflictViewProps {
  readonly target: EditTarget;
  readonly edit: StagedEdit;
  readonly conflict: EditConflict;
  /** `2 of 3`; empty for a single conflict. */
  readonly counter: string;
  /** The edit was written, or failed for another reason. */
  readonly onOutcome: (outcome: EditOutcome) => void;
  /** The stored entity stays. */
  readonly onKeepTheirs: () => void;
  /** Leaves the conflict open. */
  readonly onLater: () => void;
}

export function ConflictView(props: ConflictViewProps) {
  const { target, counter, onKeepTheirs, onLater } = props;
  const resolving = useResolving(props);
  const { edit, conflict, round, picks, pick, resolution, isWriting, error } = resolving;
  const picksMatter = edit.kind !== 'delete';
  const view = useRef<HTMLElement>(null);
  useEffect(() => view.current?.focus(), []);

  return (
    <section ref={view} className={styles.view} aria-label={t`Conflict`} tabIndex={-1}>
      <header className={styles.head}>
        <h3 className={styles.title}>
          {rowLabel(keysOfEdit(edit))}
          {counter === '' ? null : <Badge>{counter}</Badge>}
        </h3>
        <p className={styles.text}>
          {round > 1 ? <strong>{t`It has changed again in the meantime.`} </strong> : null}
          {situation(edit, conflict)}
        </p>
        {picksMatter ? (
          <div className={styles.actions} role="group" aria-label={t`For all properties`}>
            <Button size="small" isDisabled={isWriting} onPress={() => pick(allPicks(conflict, 'mine'))}>
              {t`Use all mine`}
            </Button>
            <Button size="small" isDisabled={isWriting} onPress={() => pick(allPicks(conflict, 'theirs'))}>
              {t`Use all theirs`}
            </Button>
            <Button size="small" variant="quiet" isDisabled={isWriting} onPress={() => pick(defaultPicks(conflict))}>
              {t`Use suggestion`}
            </Button>
          </div>
        ) : null}
      </header>
      <div className={styles.body}>
        {picksMatter || conflict.theirs !== null ? (
          <ConflictTable
            key={round}
            conflict={conflict}
            columns={edit.kind === 'insert' ? 'without-read' : 'all'}
            picks={picksMatter ? picks : null}
            isDisabled={isWriting}
            onPick={(name, take) => pick(new Map([...picks, [name, take]]))}
          />
        ) : null}
      </div>
      <ViolationList violations={resolving.violations} edits={[edit]} />
      {error === null ? null : (
        <div className={styles.error}>
          <ErrorNotice error={error} />
        </div>
      )}
      <PanelFoot>
        <Sent>{resolution.kind === 'write' ? resolution.text : t`Nothing is sent. Their version stays.`}</Sent>
        <Button variant="quiet" isDisabled={isWriting} onPress={onLater}>{t`Decide later`}</Button>
        {resolution.kind === 'write' ? (
          <Button isDisabled={isWriting} onPress={onKeepTheirs}>
            {conflict.theirs === null ? t`Leave deleted` : t`Keep theirs`}
          </Button>
        ) : null}
        {resolution.kind === 'keep-theirs' ? (
          <Button variant="primary" onPress={onKeepTheirs}>
            {conflict.theirs === null ? t`Leave deleted` : t`Keep theirs`}
          </Button>
        ) : (
          <Button
            variant={edit.kind === 'delete' ? 'danger' : 'primary'}
            isPending={isWriting}
            disabledReason={target.access === 'read-only' ? lockedReason(target.connectionName) : null}
            onPress={() => void resolving.write()}
          >
            {writeText(edit, conflict)}
          </Button>
        )}
      </PanelFoot>
    </section>
  );
}

/** The edit to resolve: after a second conflict, the resolution of the first. */
interface OpenConflict {
  readonly edit: StagedEdit;
  readonly conflict: EditConflict;
  readonly round: number;
}

interface Resolving extends OpenConflict {
  readonly picks: Picks;
  readonly pick: (picks: Picks) => void;
  /** The result of the picks. */
  readonly resolution: ReturnType<typeof resolutionOf>;
  readonly isWriting: boolean;
  readonly error: StowageError | null;
  readonly violations: readonly EditViolation[];
  readonly write: () => Promise<void>;
}

/** The picks of one conflict and their write; if that meets another conflict, the picks of the new one. */
function useResolving(props: Pick<ConflictViewProps, 'target' | 'edit' | 'conflict' | 'onOutcome'>): Resolving {
  const { connectionId, table } = props.target;
  const [current, setCurrent] = useState<OpenConflict>({ edit: props.edit, conflict: props.conflict, round: 1 });
  const { edit, conflict, round } = current;
  const [picks, setPicks] = useState<Picks>(() => defaultPicks(conflict));
  const [isWriting, setWriting] = useState(false);
  const [error, setError] = useState<StowageError | null>(null);
  const [violations, setViolations] = useState<readonly EditViolation[]>([]);
  const resolution = resolutionOf(edit, conflict, picks);

  const write = async (): Promise<void> => {
    if (resolution.kind === 'keep-theirs' || isWriting) return;
    setWriting(true);
    setError(null);
    setViolations([]);
    try {
      const { theirs } = conflict;
      const result = await call('edits.retry', { connectionId, table, edit, theirs, picks: pickList(picks) });
      const [outcome] = result.outcomes;
      if (outcome === undefined) setViolations(result.violations);
      else if (outcome.kind === 'conflict') {
        setCurrent({ edit: resolution.edit, conflict: outcome.conflict, round: round + 1 });
        setPicks(defaultPicks(outcome.conflict));
      } else if (outcome.kind === 'failed' && outcome.moveId === undefined) {
        setError(StowageError.fromShape(outcome.error));
      } else props.onOutcome(outcome);
    } catch (thrown) {
      setError(StowageError.from(thrown));
    } finally {
      setWriting(false);
    }
  };
  return {
    ...current,
    picks,
    resolution,
    isWriting,
    error,
    violations,
    write,
    pick: (next) => {
      setPicks(next);
      setViolations([]);
    },
  };
}

function Sent({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.sent} role="status">
      <Truncate>{children}</Truncate>
    </span>
  );
}

function situation(edit: StagedEdit, { reason }: EditConflict): string {
  if (reason === 'exists') return t`A row with these keys already exists. Your values are merged into it.`;
  if (reason === 'deleted') {
    return edit.kind === 'delete'
      ? t`Another client has already deleted this entity. There is nothing left to do.`
      : t`Another client deleted this entity after you read it. You can insert it again with the selected values.`;
  }
  return edit.kind === 'delete'
    ? t`You deleted this entity, but another client changed it after you read it. Check the changes before you delete it.`
    : t`Another client changed this entity after you read it. Choose which value to keep for each property.`;
}

function writeText(edit: StagedEdit, { theirs }: EditConflict): string {
  if (edit.kind === 'delete') return t`Delete anyway`;
  return theirs === null ? t`Insert again` : t`Apply choices`;
}
