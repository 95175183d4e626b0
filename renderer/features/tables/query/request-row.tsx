// One request of the log: its bar on the shared axis and its figures; and in full: the query, decoded and without a
// signature, its timing, and its token.
import { t } from '@shared/strings/t';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
import type { MouseEvent, ReactNode } from 'react';
import styles from './requests-panel.module.css';
import {
  type TimeAxis,
  type WaterfallRow,
  elapsedMs,
  endTexts,
  phaseMs,
  phaseNames,
  phases,
  requestText,
  shortToken,
} from './waterfall';
import { IconButton } from '@renderer/ui';
import { Copy } from 'lucide-react';
import { copyText } from '../result/copy-text';

/** Every row is equally high. */
export const requestRowPx = 24;

interface RequestRowProps {
  readonly id: string;
  /** In the list as it is sorted. */
  readonly place: number;
  /** In the order of sending. */
  readonly number: number;
  readonly row: WaterfallRow;
  readonly axis: TimeAxis;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onHover: () => void;
  readonly onMenu: (event: MouseEvent) => void;
}

export function RequestRow(props: RequestRowProps) {
  const { id, place, number, row, axis, isChosen, onChoose, onHover, onMenu } = props;
  const { request, startToken } = row;
  const { rows, bytes, retries, ended } = request;
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={place + 2}
      aria-selected={isChosen}
      className={styles.row}
      style={{ top: place * requestRowPx }}
      onPointerDown={onChoose}
      onPointerEnter={onHover}
      onContextMenu={onMenu}
    >
      <div role="gridcell" className={styles.number}>
        {number}
      </div>
      <div role="gridcell" aria-label={spokenTimes(row)} className={styles.track}>
        {axis.cuts.map(({ at, idleMs }) => (
          <span
            key={at}
            className={styles.cut}
            style={{ left: `${at * 100}%` }}
            title={t`${formatDuration(idleMs)} unused`}
          />
        ))}
        {segments(row, axis).map(({ phase, left, width }) => (
          <span
            key={phase}
            data-phase={phase}
            className={`${styles.segment} ${rows === 0 ? styles.hollow : ''}`}
            style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
          />
        ))}
      </div>
      <div role="gridcell" className={styles.number}>
        {formatDuration(elapsedMs(request))}
      </div>
      <div role="gridcell" className={styles.number}>
        {rows === 0 ? t`0 (empty)` : formatCount(rows)}
      </div>
      <div role="gridcell" className={styles.number}>
        {formatBytes(bytes)}
      </div>
      <div role="gridcell" className={styles.number}>
        {rows === 0 ? '' : formatCount(bytes / rows)}
      </div>
      <div role="gridcell" className={styles.token}>
        {startToken === null ? t`no` : t`yes ${shortToken(startToken)}`}
      </div>
      <div role="gridcell" className={styles.number}>
        {retries}
      </div>
      <div role="gridcell" className={styles.ended}>
        {endTexts[ended]}
      </div>
    </div>
  );
}

function segments({ atMs, request }: WaterfallRow, { position }: TimeAxis) {
  const ms = phaseMs(request);
  let startMs = atMs;
  return phases.flatMap((phase) => {
    const left = position(startMs);
    startMs += ms[phase];
    const width = position(startMs) - left;
    return ms[phase] === 0 ? [] : [{ phase, left, width }];
  });
}

function spokenTimes({ atMs, request }: WaterfallRow): string {
  const ms = phaseMs(request);
  const parts = phases.map((phase) => `${phaseNames[phase]} ${formatDuration(ms[phase])}`);
  return t`${formatDuration(atMs)}, ${formatDuration(elapsedMs(request))}: ${parts.join(', ')}`;
}

interface RequestDetailProps {
  readonly number: number;
  readonly row: WaterfallRow;
  /** The verbs of this request. */
  readonly children: ReactNode;
}

export function RequestDetail({ number, row, children }: RequestDetailProps) {
  const { request, startToken } = row;
  const ms = phaseMs(request);
  return (
    <div role="group" aria-label={t`Request ${number}`} className={styles.detail}>
      <div className={styles.detailText} tabIndex={0} role="group" aria-label={t`Request as sent`}>
        <p>
          <strong>{request.method}</strong> {request.address}
        </p>
        {request.parameters.map(({ name, value }) => (
          <p key={name}>
            <span className={styles.parameter}>{name}</span> {value}
          </p>
        ))}
      </div>
      <div className={styles.detailSide}>
        <p className={styles.times}>
          {phases.map((phase) => `${phaseNames[phase]} ${formatDuration(ms[phase])}`).join(' · ')}
        </p>
        <p className={styles.times}>
          {startToken === null ? t`From the start` : t`From token ${shortToken(startToken)}`}
          {startToken === null ? null : (
            <IconButton
              label={t`Copy token`}
              size="small"
              icon={<Copy size={13} aria-hidden />}
              onPress={() => copyText(startToken, t`the token`)}
            />
          )}
        </p>
        <div className={styles.detailVerbs}>
          <IconButton
            label={t`Copy request`}
            size="small"
            icon={<Copy size={13} aria-hidden />}
            onPress={() => copyText(requestText(request), t`the request`)}
          />
          {children}
        </div>
      </div>
    </div>
  );
}
