// The sheet over the table in which staged changes are reviewed and applied, and their outcomes shown. It does not
// block the window: running work continues, and other tabs can be used. Stays mounted until it requests to be closed.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { useCall } from '@renderer/bridge';
import { Badge, Button, ErrorNotice, IconButton, LoadingRows, showToast } from '@renderer/ui';
import type { EditGrouping, StagedEdit } from '@shared/model/edit';
import { ClipboardCopy, X } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { copyText } from '../result/copy-text';
import { type WriteChoice, ApplyBar, WriteOptions, choiceOf, withChoice } from './apply-bar';
import type { EditResults, EditTarget } from './edit-target';
import { OpenConflicts, useWholeEntity } from './open-conflicts';
import { OutcomeView } from './outcome-view';
import { maxAtOnce, undoApplied } from './undo-latest';
import { RequestDetail, RequestLines, ViolationList } from './review-sections';
import { ReturnedNotice, useReturnedCheck } from './returned-notice';
import styles from './review-panel.module.css';
import type { StagedConflict } from '../staging/staging-store';
import { dangerOf, reviewLines, reviewText, totalsText } from './review-lines';
import { type AppliedEdits, useApply } from './apply-run';
import { useKeyboardBack } from './list-parts';
import { fitsOneTransaction } from '@shared/edit/review';
import { useRememberedChoice } from '../result/remembered';

interface ReviewPanelProps {
  readonly target: EditTarget;
  /** All staged edits. */
  readonly edits: readonly StagedEdit[];
  /** The known conflicts of these edits that are not resolved. */
  readonly conflicts: readonly StagedConflict[];
  /** The edit whose conflict is shown first; null for the requests. */
  readonly beginAt: string | null;
  /** Ids of edits that were staged before a restart. */
  readonly returned: ReadonlySet<string>;
  readonly results: EditResults;
  readonly onClose: () => void;
  /** Shows the row of an edit that cannot be sent. */
  readonly onGoTo: (editId: string, field: string) => void;
}

export function ReviewPanel(props: ReviewPanelProps) {
  const { target, results, onClose } = props;
  const [choice, setChoice] = useState<WriteChoice>({});
  /** The `beginAt` of an applied review: going back then shows the requests. */
  const [appliedAt, setAppliedAt] = useState<string | null>(null);
  const panel = useRef<HTMLElement>(null);
  const apply = useApply(target, results);
  const { applied } = apply;
  const isApplying = applied?.end === null;
  const stage = applied === null ? 'review' : isApplying ? 'applying' : 'outcome';

  // Also when the focused element disappears, like the button that applies.
  useEffect(() => {
    if (panel.current?.contains(document.activeElement) !== true) panel.current?.focus();
  }, [stage]);
  // All is done: the rows show it, and the message offers to take it back.
  const reportSuccess = useEffectEvent((done: AppliedEdits) => {
    const undoIds = [...done.outcomes.values()].flatMap((each) => (each.kind === 'applied' ? [each.undoId] : []));
    showToast({
      tone: 'good',
      title: titleOf([], done),
      text: t`${target.table} on ${target.connectionName}`,
      topic: 'applied',
      action: { label: t`Undo`, onAction: () => void undoApplied(target, undoIds, results.onRestored) },
    });
    onClose();
  });
  useEffect(() => {
    if (applied !== null && isPlainSuccess(applied)) reportSuccess(applied);
  }, [applied]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || isApplying) return;
    event.stopPropagation();
    onClose();
  };

  const edits = useMemo(() => withChoice(props.edits, choice), [props.edits, choice]);
  const [grouping, setGrouping] = useGrouping(target.table, edits);
  const title = titleOf(edits, applied);
  return (
    <section ref={panel} className={styles.panel} aria-label={t`Review`} tabIndex={-1} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <div className={styles.heading}>
          <h2 className={styles.title}>{title}</h2>
          <p className={styles.location}>
            {t`${target.table} on ${target.connectionName}`}
            {target.environment === 'production' ? <Badge tone="bad" appearance="outlined">{t`PROD`}</Badge> : null}
          </p>
        </div>
        <IconButton
          label={t`Close review`}
          icon={<X size={16} aria-hidden />}
          isDisabled={isApplying}
          onPress={onClose}
        />
      </header>
      {applied === null ? (
        edits.length === 0 ? (
          <p className={styles.nothing}>{t`No staged changes.`}</p>
        ) : (
          <Review
            key={props.beginAt}
            panel={panel}
            target={target}
            edits={edits}
            conflicts={props.conflicts}
            beginAt={props.beginAt === appliedAt ? null : props.beginAt}
            returned={props.returned}
            grouping={grouping}
            onChoose={(chosen) => setChoice({ ...choice, ...chosen })}
            onGroup={setGrouping}
            results={results}
            onGoTo={props.onGoTo}
            onClose={onClose}
            onApply={(review) => {
              setAppliedAt(props.beginAt);
              apply.start(edits, grouping, review);
            }}
          />
        )
      ) : (
        <OutcomeView
          panel={panel}
          target={target}
          applied={applied}
          apply={apply}
          results={results}
          stillStaged={props.edits.length}
          onClose={onClose}
        />
      )}
    </section>
  );
}

/** Everything was written as it was sent; nothing is left to read or to settle. */
function isPlainSuccess({ edits, outcomes, end }: AppliedEdits): boolean {
  if (end?.stopped !== 'no' || edits.length === 0 || edits.length > maxAtOnce) return false;
  return edits.every(({ id }) => {
    const outcome = outcomes.get(id);
    return outcome?.kind === 'applied' && !outcome.readBack;
  });
}

function titleOf(edits: readonly StagedEdit[], applied: AppliedEdits | null): string {
  if (applied === null) return t`Review ${counted(edits.length, 'change')}`;
  const all = applied.edits.length;
  if (applied.end === null) return t`Applying ${counted(all, 'change')}`;
  const written = applied.edits.filter(({ id }) => applied.outcomes.get(id)?.kind === 'applied').length;
  if (written === 0) return t`No changes applied`;
  return written === all ? t`Applied ${counted(all, 'change')}` : t`Applied ${written} of ${counted(all, 'change')}`;
}

interface ReviewProps {
  readonly panel: RefObject<HTMLElement | null>;
  readonly target: EditTarget;
  readonly edits: readonly StagedEdit[];
  readonly conflicts: readonly StagedConflict[];
  readonly beginAt: string | null;
  readonly returned: ReadonlySet<string>;
  readonly grouping: EditGrouping;
  readonly onChoose: (choice: WriteChoice) => void;
  readonly onGroup: (grouping: EditGrouping) => void;
  readonly results: EditResults;
  readonly onGoTo: ReviewPanelProps['onGoTo'];
  readonly onClose: () => void;
  readonly onApply: (review: NonNullable<ReturnType<typeof useReview>['data']>) => void;
}

function useReview(target: EditTarget, edits: readonly StagedEdit[], grouping: EditGrouping) {
  const { connectionId, table } = target;
  return useCall('edits.review', { connectionId, table, edits: [...edits], grouping });
}

function Review(props: ReviewProps) {
  const { target, edits, conflicts, returned, grouping, onChoose, onGroup, results, onGoTo, onApply } = props;
  const { data: review, error, isLoading, reload } = useReview(target, edits, grouping);
  const after = (editId: string, how: 'settled' | 'later'): StagedConflict | null => {
    if (props.beginAt === null) return null;
    const at = conflicts.findIndex(({ edit }) => edit.id === editId);
    const others = how === 'later' ? [] : conflicts.slice(0, Math.max(0, at));
    const next = [...conflicts.slice(at + 1), ...others][0] ?? null;
    // A panel that was opened for the conflicts only closes after the last one.
    if (next === null) props.onClose();
    return next;
  };
  const whole = useWholeEntity(target, results, {
    first: () => conflicts.find(({ edit }) => edit.id === props.beginAt) ?? null,
    after,
  });
  useKeyboardBack(props.panel, whole.conflict === null ? 'list' : 'conflict');
  const check = useReturnedCheck(target, edits, returned, results);
  const lines = useMemo(() => (review === undefined ? [] : reviewLines(review, edits)), [review, edits]);
  const firstRequest = Math.max(
    0,
    lines.findIndex(({ kind }) => kind === 'request'),
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const active = Math.min(chosen ?? firstRequest, Math.max(0, lines.length - 1));
  const title = t`${counted(edits.length, 'change')} to ${target.table} on ${target.connectionName}`;
  if (whole.conflict !== null) return whole.conflict;
  return (
    <>
      <ReturnedNotice check={check} />
      <OpenConflicts
        conflicts={conflicts}
        onView={(known) => whole.settle({ ...known, edit: edits.find(({ id }) => id === known.edit.id) ?? known.edit })}
      />
      {error === null ? null : (
        <div className={styles.notice}>
          <ErrorNotice error={error} onRetry={reload} />
        </div>
      )}
      {whole.error === null ? null : (
        <div className={styles.notice}>
          <ErrorNotice error={whole.error} />
        </div>
      )}
      {review === undefined ? (
        <div className={styles.lists}>
          {error === null ? <LoadingRows label={t`Preparing requests`} rows={6} columns={[20, 30, 40]} /> : null}
        </div>
      ) : (
        <>
          <ViolationList violations={review.violations} edits={edits} onGoTo={onGoTo} onReadWhole={whole.read} />
          <div className={styles.lists}>
            <div className={styles.list} style={{ '--lines': lines.length } as CSSProperties}>
              <RequestLines lines={lines} active={active} onActive={setChosen} />
            </div>
            <RequestDetail line={lines[active]} />
          </div>
        </>
      )}
      <WriteOptions
        inForce={choiceOf(edits)}
        grouping={grouping}
        isDisabled={false}
        onChoose={onChoose}
        onGroup={(next) => {
          setChosen(null);
          onGroup(next);
        }}
      />
      <ApplyBar
        panel={props.panel}
        target={target}
        changes={edits.length}
        danger={dangerOf(edits)}
        isReady={review !== undefined && !isLoading && review.violations.length === 0}
        onApply={() => {
          if (review !== undefined) onApply(review);
        }}
      >
        <span className={styles.totals}>{review === undefined ? '' : totalsText(review)}</span>
        <Button
          variant="quiet"
          icon={<ClipboardCopy size={14} aria-hidden />}
          isDisabled={review === undefined}
          onPress={() => {
            if (review !== undefined) copyText(reviewText(title, review, edits), t`the review`);
          }}
        >
          {t`Copy review`}
        </Button>
      </ApplyBar>
    </>
  );
}

/**
 * The grouping that a review begins with: one transaction if everything fits into one, unless the user last chose
 * otherwise. The choice is remembered apart for edits that fit and edits that do not.
 */
function useGrouping(
  table: string,
  edits: readonly StagedEdit[],
): readonly [EditGrouping, (grouping: EditGrouping) => void] {
  const [fitting, rememberFitting] = useRememberedChoice('grouping-of-one-transaction', groupings, 'transaction');
  const [other, rememberOther] = useRememberedChoice('grouping-of-several', severalRequests, 'each');
  /** Valid in this review even where it cannot be sent, so that the user sees why. */
  const [chosen, setChosen] = useState<EditGrouping | null>(null);
  const fits = useMemo(() => fitsOneTransaction(table, edits), [table, edits]);
  const choose = (grouping: EditGrouping): void => {
    setChosen(grouping);
    if (fits) rememberFitting(grouping);
    else if (grouping !== 'transaction') rememberOther(grouping);
  };
  return [chosen ?? (fits ? fitting : other), choose];
}

const groupings = ['each', 'batches', 'transaction'] as const satisfies readonly EditGrouping[];
const severalRequests = ['each', 'batches'] as const satisfies readonly EditGrouping[];
