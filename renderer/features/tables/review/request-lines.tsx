// The requests of a review as a list, grouped by what goes together.
import { t } from '@shared/strings/t';
import { Badge, Truncate } from '@renderer/ui';
import { formatBytes } from '@shared/units';
import { ArrowRightLeft, Layers } from 'lucide-react';
import { LineCells } from './line-cells';
import { LineList } from './line-list';
import { diffOfEdit, diffSummary } from '../result/value-diff';
import styles from './request-lines.module.css';
import { rowLabel } from '../result/value-format';
import { type ReviewLine, isUnconditional, operationLabels, stepText } from './review-lines';

export interface RequestLinesProps {
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
      {isUnconditional(request) ? <Badge tone="bad" appearance="outlined">{t`No condition`}</Badge> : null}
      <span className={styles.bytes}>{request.bytes === 0 ? '' : formatBytes(request.bytes)}</span>
    </LineCells>
  );
}
