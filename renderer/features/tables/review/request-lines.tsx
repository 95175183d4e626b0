// The requests of a review as a list, grouped by what goes together.
import { Badge, Truncate, classNames } from '@renderer/ui';
import { formatBytes } from '@shared/units';
import { ArrowRightLeft, Layers } from 'lucide-react';
import { LineList } from './line-list';
import { diffOfEdit, diffSummary } from './property-diff';
import styles from './request-lines.module.css';
import { type ReviewLine, isUnconditional, operationWords, rowWords, stepWords } from './review-lines';

export interface RequestLinesProps {
  readonly lines: readonly ReviewLine[];
  readonly active: number;
  readonly onActive: (index: number) => void;
}

export function RequestLines({ lines, active, onActive }: RequestLinesProps) {
  return (
    <LineList
      label="Requests"
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
        {stepWords(step)}
        <span className={styles.partition}>{` · ${partition === '' ? '(empty PartitionKey)' : partition}`}</span>
      </Truncate>
    </span>
  );
}

function RequestLine({ line }: { readonly line: Extract<ReviewLine, { kind: 'request' }> }) {
  const { request, edit, together } = line;
  const isDelete = request.operation === 'delete';
  return (
    <span className={classNames(styles.request, together === 'together' && styles.together)}>
      <span className={styles.operation}>
        <Badge tone={isDelete ? 'bad' : 'neutral'}>{operationWords[request.operation]}</Badge>
      </span>
      <Truncate className={styles.row ?? ''}>{rowWords(request)}</Truncate>
      <Truncate className={styles.summary ?? ''}>
        {edit === undefined || isDelete ? '' : diffSummary(diffOfEdit(edit))}
      </Truncate>
      {isUnconditional(request) ? (
        <Badge tone="bad" look="outlined">
          No condition
        </Badge>
      ) : null}
      <span className={styles.bytes}>{request.bytes === 0 ? '' : formatBytes(request.bytes)}</span>
    </span>
  );
}
