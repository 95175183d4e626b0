// The outcomes of edits while and after they are applied, over 300 lines with the undo of what was just applied:
// progress, what was written and what was not, each reason in full, and what can be done about it.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { lockedReason } from '@renderer/pane/table-disabled-reasons';
import { Badge, Button, ErrorNotice, ProgressBar } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import { Undo2 } from 'lucide-react';
import { type RefObject, useMemo, useState } from 'react';
import { MoveSettlement } from './moves';
import { ConflictView } from './conflict-view';
import { DetailPane, DetailText, LineCells, LineList, PanelFoot, useKeyboardBack } from './list-parts';
import { DiffTable } from '../result/value-text';
import type { EditResults, EditTarget } from './edit-target';
import {
  type OutcomeLine,
  type OutcomeState,
  countOutcomes,
  outcomeLines,
  stateLabels,
  keysOfEdit,
} from './review-lines';
import styles from './outcome-view.module.css';
import { diffOfEdit } from '../result/value-diff';
import panelStyles from './review-panel.module.css';
import { rowLabel } from '../result/value-format';
import { reasonsOf } from './undo-latest';
import type { AppliedEdits, ApplyState } from './apply-run';
import { call } from '@renderer/bridge';
import type { RestoreResult } from '@shared/model/edit-outcome';

interface OutcomeViewProps {
  readonly panel: RefObject<HTMLElement | null>;
  readonly target: EditTarget;
  readonly applied: AppliedEdits;
  readonly apply: ApplyState;
  readonly results: EditResults;
  /** Edits that are still staged and can be reviewed again. */
  readonly stillStaged: number;
  readonly onClose: () => void;
}

export function OutcomeView(props: OutcomeViewProps) {
  const { target, applied, apply, results } = props;
  const { edits, outcomes, end } = applied;
  const lines = useMemo(() => outcomeLines(edits, outcomes, end?.unclear ?? []), [edits, outcomes, end]);
  const [chosen, setChosen] = useState(0);
  const [resolving, setResolving] = useState<string | null>(null);
  const [isUndoing, setIsUndoing] = useState(false);
  const conflicts = lines.filter(({ state }) => state === 'conflict');
  const conflictAt = conflicts.findIndex(({ edit }) => edit.id === resolving);
  const conflicting = conflicts[conflictAt];
  useKeyboardBack(props.panel, conflicting === undefined ? 'list' : 'conflict');

  if (end === null) return <Progress applied={applied} onStop={apply.stop} />;
  if (conflicting?.outcome?.kind === 'conflict') {
    const { edit, outcome } = conflicting;
    const next = conflicts[conflictAt + 1] ?? conflicts[conflictAt - 1];
    const goOn = (): void => setResolving(next?.edit.id ?? null);
    return (
      <ConflictView
        key={edit.id}
        target={target}
        edit={edit}
        conflict={outcome.conflict}
        counter={conflicts.length > 1 ? t`${conflictAt + 1} of ${conflicts.length}` : ''}
        onOutcome={(settled) => {
          apply.settle(settled);
          goOn();
        }}
        onKeepTheirs={() => {
          apply.drop(edit.id);
          results.onDropped([edit.id]);
          goOn();
        }}
        onLater={() => setResolving(conflicts[conflictAt + 1]?.edit.id ?? null)}
      />
    );
  }
  const undoIds = lines.flatMap(({ outcome }) => (outcome?.kind === 'applied' ? [outcome.undoId] : []));
  const active = Math.min(chosen, Math.max(0, lines.length - 1));
  return (
    <>
      <Summary lines={lines} applied={applied} />
      <div className={panelStyles.lists}>
        <div className={panelStyles.list}>
          <LineList
            label={t`Result of each change`}
            count={lines.length}
            active={active}
            onActive={setChosen}
            onOpen={(index) => {
              const line = lines[index];
              if (line?.state === 'conflict') setResolving(line.edit.id);
            }}
            renderLine={(index) => (lines[index] === undefined ? null : <Line line={lines[index]} />)}
          />
        </div>
        <OutcomeDetail
          line={lines[active]}
          target={target}
          onResolve={(id) => setResolving(id)}
          onSettled={(id) => {
            apply.drop(id);
            results.onDropped([id]);
          }}
        />
      </div>
      {isUndoing ? (
        <UndoApplied
          target={target}
          undoIds={undoIds}
          onRestored={results.onRestored}
          onDone={() => setIsUndoing(false)}
        />
      ) : null}
      <PanelFoot>
        <Button
          variant="quiet"
          icon={<Undo2 size={14} aria-hidden />}
          disabledReason={target.access === 'read-only' ? lockedReason(target.connectionName) : null}
          isDisabled={undoIds.length === 0 || isUndoing}
          onPress={() => setIsUndoing(true)}
        >
          {t`Undo`}
        </Button>
        {props.stillStaged > 0 ? (
          <Button onPress={apply.back}>{t`Review remaining ${counted(props.stillStaged, 'change')}`}</Button>
        ) : null}
        {conflicts.length > 0 ? (
          <Button variant="primary" onPress={() => setResolving(conflicts[0]?.edit.id ?? null)}>
            {t`Resolve ${counted(conflicts.length, 'conflict')}`}
          </Button>
        ) : (
          <Button variant="primary" onPress={props.onClose}>{t`Close`}</Button>
        )}
      </PanelFoot>
    </>
  );
}

function Progress({ applied, onStop }: { readonly applied: AppliedEdits; readonly onStop: () => void }) {
  const [isStopping, setStopping] = useState(false);
  const { edits, outcomes } = applied;
  const text = t`${formatCount(outcomes.size)} of ${counted(edits.length, 'change')} complete`;
  return (
    <div className={styles.progress}>
      <ProgressBar
        label={t`Applying`}
        fraction={edits.length === 0 ? null : outcomes.size / edits.length}
        valueText={text}
      />
      <p className={styles.progressWords} role="status">
        {isStopping ? t`Stopping. Waiting for requests in progress.` : text}
      </p>
      <Button
        isDisabled={isStopping}
        onPress={() => {
          setStopping(true);
          onStop();
        }}
      >
        {t`Stop`}
      </Button>
    </div>
  );
}

function Summary({ lines, applied }: { readonly lines: readonly OutcomeLine[]; readonly applied: AppliedEdits }) {
  const { applied: written, conflict, failed, notWritten, unclear, unsent } = countOutcomes(lines);
  const parts: readonly (readonly [number, string, OutcomeState])[] = [
    [written, t`${formatCount(written)} written`, 'applied'],
    [conflict, counted(conflict, 'conflict'), 'conflict'],
    [failed, t`${formatCount(failed)} failed`, 'failed'],
    [notWritten, t`${formatCount(notWritten)} not written (failed transaction)`, 'not-written'],
    [unclear, t`${formatCount(unclear)} unknown`, 'unclear'],
    [unsent, unsentText(unsent, applied.end?.stopped), 'unsent'],
  ];
  return (
    <div className={styles.summary} role="status">
      {parts
        .filter(([count]) => count > 0)
        .map(([, text, state]) => (
          <Badge key={state} tone={tones[state]}>
            {text}
          </Badge>
        ))}
      {applied.end?.error ? <ErrorNotice error={applied.end.error} /> : null}
    </div>
  );
}

function unsentText(count: number, stopped: 'no' | 'by-user' | 'by-failure' | undefined): string {
  return stopped === 'by-user' ? t`${formatCount(count)} not sent (stopped)` : t`${formatCount(count)} not sent`;
}

const tones = {
  applied: 'good',
  conflict: 'caution',
  failed: 'bad',
  'not-written': 'neutral',
  unclear: 'caution',
  unsent: 'neutral',
} as const satisfies Record<OutcomeState, string>;

function Line({ line }: { readonly line: OutcomeLine }) {
  return (
    <LineCells
      kind={<Badge tone={tones[line.state]}>{stateLabels[line.state]}</Badge>}
      row={rowLabel(keysOfEdit(line.edit))}
      text={line.text}
    />
  );
}

interface DetailProps {
  readonly line: OutcomeLine | undefined;
  readonly target: EditTarget;
  readonly onResolve: (editId: string) => void;
  readonly onSettled: (editId: string) => void;
}

function OutcomeDetail({ line, target, onResolve, onSettled }: DetailProps) {
  if (line === undefined) return null;
  const { edit, outcome, state, text } = line;
  const diff = diffOfEdit(edit);
  return (
    <DetailPane label={t`Selected change`} title={rowLabel(keysOfEdit(edit))}>
      {outcome?.kind === 'failed' ? <ErrorNotice error={StowageError.fromShape(outcome.error)} /> : null}
      <DetailText>{text}</DetailText>
      {state === 'conflict' ? (
        <div>
          <Button onPress={() => onResolve(edit.id)}>{t`Resolve`}</Button>
        </div>
      ) : null}
      {outcome?.kind === 'failed' && outcome.moveId !== undefined ? (
        <MoveSettlement moveId={outcome.moveId} access={target.access} onSettled={() => onSettled(edit.id)} />
      ) : null}
      {diff.length > 0 ? (
        <DiffTable label={t`Requested change`} diff={diff} before={t`Before`} after={t`Requested`} />
      ) : null}
    </DetailPane>
  );
}

interface UndoAppliedProps {
  readonly target: EditTarget;
  readonly undoIds: readonly string[];
  readonly onRestored: (undoIds: readonly string[]) => void;
  readonly onDone: () => void;
}

type Course =
  | { readonly step: 'prompt' | 'running' }
  | { readonly step: 'done'; readonly result: RestoreResult }
  | { readonly step: 'failed'; readonly error: StowageError };

/** Undoes what was just applied, after a confirmation, and reports what could not be undone. */
function UndoApplied({ target, undoIds, onRestored, onDone }: UndoAppliedProps) {
  const [course, setCourse] = useState<Course>({ step: 'prompt' });
  const undo = async (): Promise<void> => {
    setCourse({ step: 'running' });
    try {
      const result = await call('undo.restore', { connectionId: target.connectionId, ids: [...undoIds] });
      setCourse({ step: 'done', result });
    } catch (thrown) {
      setCourse({ step: 'failed', error: StowageError.from(thrown) });
    }
    onRestored(undoIds);
  };
  return (
    <section className={styles.undo} aria-label={t`Undo`}>
      {course.step === 'failed' ? <ErrorNotice error={course.error} /> : null}
      {course.step === 'done' ? (
        <div role="status">
          <p className={styles.text}>{t`${counted(course.result.restored.length, 'change')} undone.`}</p>
          {course.result.notRestored.length > 0 ? (
            <>
              <p className={styles.text}>
                {t`${counted(course.result.notRestored.length, 'change')} could not be undone:`}
              </p>
              <ul className={styles.reasons}>
                {reasonsOf(course.result).map(([reason, count]) => (
                  <li key={reason}>{count > 1 ? t`${count} × ${reason}` : reason}</li>
                ))}
              </ul>
            </>
          ) : null}
        </div>
      ) : (
        <p className={styles.text}>
          {t`Undo ${counted(undoIds.length, 'change')} to ${target.table} on ${target.connectionName}? Rows that changed since are skipped.`}
        </p>
      )}
      <div className={styles.actions}>
        {course.step === 'prompt' || course.step === 'running' ? (
          <Button variant="danger" isPending={course.step === 'running'} onPress={() => void undo()}>
            {t`Undo ${counted(undoIds.length, 'change')}`}
          </Button>
        ) : null}
        {course.step === 'done' ? (
          // The button that had the focus is gone.
          <Button key="done" autoFocus onPress={onDone}>{t`Done`}</Button>
        ) : (
          <Button key="leave" isDisabled={course.step === 'running'} onPress={onDone}>{t`Cancel`}</Button>
        )}
      </div>
    </section>
  );
}
