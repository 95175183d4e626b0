// The button that counts the rows and partitions of the query, by reading keys only; the count is live.
import { t } from '@shared/strings/t';
import { Button, IconButton, ResponsiveLabel, VisuallyHidden } from '@renderer/ui';
import type { TableQuery } from '@shared/model/table-query';
import { errorMessage } from '@shared/error-text';
import { formatDuration } from '@shared/units';
import { Pause, Play, RotateCcw, Sigma, X } from 'lucide-react';
import { useStore } from 'zustand';
import type { AnalysedRun, AnalysisSession, Reading } from '../result/analysis-session';
import styles from './count-verb.module.css';
import { partitionsText, rowsText } from './analysis-text';

export interface CountVerbProps {
  readonly analysis: AnalysisSession;
  readonly connectionId: string;
  /** The query of the tab's run; undefined before the first. */
  readonly query: TableQuery | undefined;
  readonly run: number;
  /** Both are read when the button is pressed: a run starts before its toolbar is rendered. */
  readonly latest: () => Pick<AnalysedRun, 'query' | 'run'>;
  /** Statistics that read the whole result count it too. */
  readonly beside: 'rows' | 'statistics';
}

export function CountVerb({ analysis, connectionId, query, run, latest, beside }: CountVerbProps) {
  const count = useStore(analysis.store, (state) => state.count);
  const mine = count?.run === run ? count : null;
  const isReadAnyway = useStore(analysis.store, ({ profile }) => beside === 'statistics' && profile?.run === run);
  if (isReadAnyway && (mine === null || mine.status === 'done')) return null;
  const start = (): void => {
    const now = latest();
    if (now.query !== undefined) analysis.read('count', connectionId, now.query, now.run);
  };
  return (
    <span className={styles.count}>
      {mine === null ? null : (
        <>
          <span
            className={styles.counted}
            title={mine.error === null ? undefined : errorMessage(mine.error).explanation}
          >
            {countText(mine)}
          </span>
          <VisuallyHidden>
            <span role="status">{mine.status === 'reading' ? t`Counting` : countText(mine)}</span>
          </VisuallyHidden>
        </>
      )}
      {mine?.status === 'reading' ? (
        <IconButton
          label={t`Pause counting`}
          icon={<Pause size={16} aria-hidden />}
          onPress={() => analysis.pause('count')}
        />
      ) : null}
      {mine?.status === 'paused' || (mine?.status === 'failed' && mine.afterFailure === 'kept') ? (
        <IconButton
          label={t`Resume counting`}
          icon={<Play size={16} aria-hidden />}
          onPress={() => analysis.resume('count')}
        />
      ) : null}
      {mine?.status === 'failed' ? (
        <IconButton
          label={t`Count again`}
          icon={<RotateCcw size={16} aria-hidden />}
          onPress={() => analysis.startOver('count')}
        />
      ) : null}
      {mine === null ? (
        <Button variant="quiet" icon={<Sigma size={14} aria-hidden />} isDisabled={query === undefined} onPress={start}>
          <ResponsiveLabel needs="some">{t`Count`}</ResponsiveLabel>
        </Button>
      ) : (
        <IconButton
          label={mine.status === 'reading' ? t`Cancel counting` : t`Dismiss count`}
          icon={<X size={16} aria-hidden />}
          onPress={() => analysis.discard('count')}
        />
      )}
    </span>
  );
}

function countText({ status, progress, error }: Reading): string {
  const counted =
    progress === null
      ? ''
      : t`${rowsText(progress.rows)} in ${partitionsText(progress.distinctPartitions)} · ${formatDuration(progress.elapsedMs)}`;
  switch (status) {
    case 'reading':
      return counted === '' ? t`Counting` : t`Counting: ${counted}`;
    case 'paused':
      return counted === '' ? t`Paused` : t`At least ${counted}`;
    case 'failed':
      return t`Counting failed${counted === '' ? '' : t` after ${counted}`}${error === null ? '' : `: ${errorMessage(error).title}`}`;
    case 'done':
      return progress?.ended === 'limit' ? t`${counted} (row limit)` : counted;
  }
}
