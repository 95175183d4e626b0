// All requests of a run over time, one row per slot, so that gaps and stragglers are visible; and a list of the
// longest.
import { useState } from 'react';
import type { TransferTrace } from '@shared/model/transfer-trace';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount, formatDuration, formatRate } from '@shared/units';
import { visibleLine } from '@shared/visible-text';
import { call } from '@renderer/bridge';
import { ErrorNotice, SegmentedControl } from '@renderer/ui';
import { blockName } from './block-name';
import { outcomeLabels, spanText, timelineFacts } from './timeline-facts';
import { TimelineCanvas } from './timeline-canvas';
import styles from './timeline-view.module.css';
import { useQuery } from './use-query';

export interface TimelineViewProps {
  readonly jobId: string;
  readonly trace: TransferTrace | null;
}

const ranges = [
  { value: 'all', label: t`Whole run` },
  { value: '60000', label: t`Last minute` },
  { value: '10000', label: t`Last 10 s` },
] as const;
type Range = (typeof ranges)[number]['value'];

const columns = 600;
const longestShown = 12;

export function TimelineView({ jobId, trace }: TimelineViewProps) {
  const [range, setRange] = useState<Range>('all');
  const [pointedAt, setPointedAt] = useState('');
  const untilMs = Math.max(1, trace?.elapsedMs ?? 1);
  const { answer, error } = useQuery({
    query: trace === null ? null : `${jobId} ${range}`,
    revision: String(untilMs),
    request: async (signal) => {
      const request = { fromMs: range === 'all' ? 0 : Math.max(0, untilMs - Number(range)), toMs: untilMs };
      const timeline = await call('transfers.timeline', { jobId, ...request, columns }, { signal });
      return timeline === null ? null : { ...request, timeline };
    },
  });
  if (trace === null) {
    return (
      <p className={styles.none}>{t`No data has been transferred since the app started, so there is no timeline.`}</p>
    );
  }
  // With the time of the request: the run has progressed since.
  const shown = answer?.value ?? null;
  if (shown === null) return error === null ? <p className={styles.none} /> : <ErrorNotice error={error} />;
  const { timeline, fromMs, toMs } = shown;
  const facts = timelineFacts(timeline, { fromMs, toMs }, longestShown);
  return (
    <div className={styles.view} data-kept-scroll="timeline">
      <div className={styles.tools}>
        <SegmentedControl label={t`Visible time range`} options={ranges} value={range} onChange={setRange} />
        <span className={styles.words}>
          {t`${counted(timeline.slots, 'slot')}, busy ${Math.round(facts.busyShare * 100)} % of the time shown`}
          {timeline.forgotten > 0
            ? t` · the first ${formatCount(timeline.forgotten)} requests are no longer available`
            : ''}
        </span>
      </div>
      <p className={styles.pointed}>{pointedAt || t`Hover over a bar to see its request.`}</p>
      <TimelineCanvas
        timeline={timeline}
        range={{ fromMs, toMs }}
        label={t`Requests over time: ${formatCount(facts.requests)} in ${formatDuration(toMs - fromMs)}`}
        onPoint={(span) => setPointedAt(span === null ? '' : spanText(span, toMs))}
      />
      {facts.longest.length === 0 ? null : (
        <table className={styles.longest}>
          <caption>{t`Longest requests`}</caption>
          <thead>
            <tr>
              <th scope="col">{t`File`}</th>
              <th scope="col">{t`Block`}</th>
              <th scope="col">{t`Started`}</th>
              <th scope="col">{t`Duration`}</th>
              <th scope="col">{t`Size`}</th>
              <th scope="col">{t`Rate`}</th>
              <th scope="col">{t`Result`}</th>
            </tr>
          </thead>
          <tbody>
            {facts.longest.map(({ span, tookMs }) => (
              <tr key={`${span.file} ${span.block ?? ''} ${span.fromMs}`}>
                <th scope="row">{visibleLine(span.name)}</th>
                <td>{span.block === null ? '–' : blockName(span.block)}</td>
                <td>{formatDuration(span.fromMs)}</td>
                <td>{formatDuration(tookMs)}</td>
                <td>{formatBytes(span.bytes)}</td>
                <td>{tookMs === 0 ? '–' : formatRate((span.bytes / tookMs) * 1000)}</td>
                <td>{outcomeLabels[span.outcome]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
