// The sections of a review: the problems that prevent it from being sent, the requests grouped by what goes together,
// and the selected request in full.
import { plural, t } from '@shared/strings/t';
import { Badge, Button, Truncate } from '@renderer/ui';
import { formatBytes, formatCount } from '@shared/units';
import { ArrowRightLeft, CircleAlert, Copy, Layers } from 'lucide-react';
import { DetailPane, DetailText, LineCells, LineList } from './list-parts';
import { diffOfEdit, diffSummary } from '../result/value-diff';
import styles from './review-sections.module.css';
import { rowLabel } from '../result/value-format';
import { type ReviewLine, isUnconditional, keysOfEdit, operationLabels, requestText, stepText } from './review-lines';
import { copyText } from '../result/copy-text';
import { DiffTable } from '../result/value-text';
import { counted } from '@shared/strings/counted';
import type { StagedEdit } from '@shared/model/edit';
import type { EditViolation } from '@shared/model/edit-review';

interface RequestLinesProps {
  readonly lines: readonly ReviewLine[];
  readonly active: number;
  readonly onActive: (index: number) => void;
}

export function RequestLines({ lines, active, onActive }: RequestLinesProps) {
  return (
    <LineList
      label={t`Requests`}
      count={lines.length}
      active={active}
      onActive={onActive}
      renderLine={(index) => {
        const line = lines[index];
        if (line === undefined) return null;
        return line.kind === 'heading' ? <Heading line={line} /> : <RequestLine line={line} />;
      }}
    />
  );
}

function Heading({ line: { step } }: { readonly line: Extract<ReviewLine, { kind: 'heading' }> }) {
  const partition = step.kind === 'transaction' ? step.partitionKey : step.insert.partitionKey;
  return (
    <span className={styles.heading}>
      {step.kind === 'move' ? <ArrowRightLeft size={14} aria-hidden /> : <Layers size={14} aria-hidden />}
      <Truncate>
        {stepText(step)}
        <span className={styles.partition}>{` · ${partition === '' ? t`(empty PartitionKey)` : partition}`}</span>
      </Truncate>
    </span>
  );
}

function RequestLine({ line }: { readonly line: Extract<ReviewLine, { kind: 'request' }> }) {
  const { request, edit, together } = line;
  const isDelete = request.operation === 'delete';
  return (
    <LineCells
      depth={together === 'together' ? 'indented' : 'outer'}
      kind={<Badge tone={isDelete ? 'bad' : 'neutral'}>{operationLabels[request.operation]}</Badge>}
      row={rowLabel(request)}
      text={edit === undefined || isDelete ? '' : diffSummary(diffOfEdit(edit))}
    >
      {isUnconditional(request) ? <Badge tone="bad" appearance="outlined">{t`Unconditional`}</Badge> : null}
      <span className={styles.bytes}>{request.bytes === 0 ? '' : formatBytes(request.bytes)}</span>
    </LineCells>
  );
}

/** Longer bodies are cut; the copy has all of it. */
const longestShown = 20_000;

/** One request in full: the values before and after, and the text sent on the wire. */
export function RequestDetail({ line }: { readonly line: ReviewLine | undefined }) {
  if (line === undefined) return null;
  if (line.kind === 'heading') {
    return (
      <DetailPane label={t`Selected group`} title={stepText(line.step)}>
        <DetailText>
          {line.step.kind === 'move'
            ? t`A transaction cannot span two partitions. The copy is read back and compared before the old row is deleted, and progress is recorded in a journal on this computer. If the move is interrupted, you can complete it later.`
            : t`The service writes all operations or none. If it rejects one, it names that operation, and no row changes.`}
        </DetailText>
      </DetailPane>
    );
  }
  const { request, edit } = line;
  const diff =
    edit === undefined || (edit.kind === 'change-keys' && request.operation === 'delete') ? [] : diffOfEdit(edit);
  const text = requestText(request);
  return (
    <DetailPane label={t`Selected request`} title={rowLabel(request)}>
      {isUnconditional(request) ? (
        <DetailText tone="warning">{t`This request overwrites any changes made by others since the row was read.`}</DetailText>
      ) : null}
      {diff.length > 0 ? <DiffTable label={t`Changes`} diff={diff} before={t`Before`} after={t`After`} /> : null}
      {request.operation === 'replace' && edit?.kind === 'update' ? (
        <DetailText>
          {untouchedText(edit.read.properties.length - diff.filter(({ before }) => before).length)}
        </DetailText>
      ) : null}
      <div className={styles.wire}>
        <h4 className={styles.caption}>{t`HTTP request`}</h4>
        <Button
          size="small"
          variant="quiet"
          icon={<Copy size={14} aria-hidden />}
          onPress={() => copyText(text, t`the request`)}
        >
          {t`Copy`}
        </Button>
      </div>
      <pre className={styles.body}>{text.slice(0, longestShown)}</pre>
      {text.length > longestShown ? (
        <DetailText>
          {plural(
            text.length - longestShown,
          )`One more character, included when you copy. | ${formatCount(text.length - longestShown)} more characters, included when you copy.`}
        </DetailText>
      ) : null}
    </DetailPane>
  );
}

function untouchedText(count: number): string {
  if (count <= 0) return t`No other properties are sent.`;
  return count === 1
    ? t`One unchanged property is sent exactly as read.`
    : t`${count} unchanged properties are sent exactly as read.`;
}

interface ViolationListProps {
  readonly violations: readonly EditViolation[];
  readonly edits: readonly StagedEdit[];
  /** Shows the row; omitted if there is none. */
  readonly onGoTo?: (editId: string, field: string) => void;
  /** Reads an entity in full of which only a part was read. */
  readonly onReadWhole?: (edit: ReadEdit) => void;
}

/** An edit of an entity that was read. */
export type ReadEdit = Exclude<StagedEdit, { kind: 'insert' }>;

/** More are in the copy of the review. */
const maxShown = 200;

/** Everything that prevents the edits from being sent: row, property, problem, fix, and a link to the row. */
export function ViolationList({ violations, edits, onGoTo, onReadWhole }: ViolationListProps) {
  if (violations.length === 0) return null;
  const byId = new Map(edits.map((edit) => [edit.id, edit]));
  return (
    <section className={styles.violations} aria-label={t`Problems that prevent sending`} tabIndex={0}>
      <h3 className={styles.title}>
        <CircleAlert size={16} aria-hidden />
        {plural(
          violations.length,
        )`${counted(violations.length, 'problem')}. Nothing is sent until it is resolved. | ${counted(violations.length, 'problem')}. Nothing is sent until they are resolved.`}
      </h3>
      <ul className={styles.list}>
        {violations.slice(0, maxShown).map((violation, index) => {
          const edit = violation.editId === null ? undefined : byId.get(violation.editId);
          const partial = edit !== undefined && onReadWhole !== undefined ? partOnly(edit, violation) : undefined;
          return (
            <li key={index} className={styles.violation}>
              <span className={styles.row}>{edit === undefined ? t`The transaction` : rowLabel(keysOfEdit(edit))}</span>
              <span className={styles.text}>
                <strong>{violation.field}</strong>: {violation.problem}{' '}
                <span className={styles.fix}>{violation.fix}</span>
              </span>
              {partial !== undefined ? (
                <Button size="small" onPress={() => onReadWhole?.(partial)}>{t`Read whole entity`}</Button>
              ) : edit !== undefined && onGoTo !== undefined ? (
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={t`Go to row ${rowLabel(keysOfEdit(edit))}`}
                  onPress={() => onGoTo(edit.id, violation.field)}
                >
                  {t`Go to row`}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {violations.length > maxShown ? (
        <p className={styles.fix}>{t`${violations.length - maxShown} more, included when you copy the review.`}</p>
      ) : null}
    </section>
  );
}

/** The edit, if it cannot be sent because it is based on a part of its entity. */
function partOnly(edit: StagedEdit, { field }: EditViolation): ReadEdit | undefined {
  return edit.kind !== 'insert' && edit.readColumns === 'some' && field === 'properties' ? edit : undefined;
}
