// How many rows and partitions the query has, as one press: counted by the keys alone, live while it runs.
import { Button, IconButton } from '@renderer/ui';
import type { TableQuery } from '@shared/query/filter';
import { errorWords } from '@shared/error-words';
import { formatDuration } from '@shared/units';
import { Pause, Play, RotateCcw, Sigma, X } from 'lucide-react';
import { useStore } from 'zustand';
import type { AnalysisSession, Reading } from './analysis-session';
import styles from './count-verb.module.css';
import wordsStyles from './words.module.css';
import { partitionsWords, rowsWords } from './coverage-words';

export interface CountVerbProps {
  readonly analysis: AnalysisSession;
  readonly connectionId: string;
  /** The query of the tab's run; undefined before the first. */
  readonly query: TableQuery | undefined;
  readonly run: number;
}

export function CountVerb({ analysis, connectionId, query, run }: CountVerbProps) {
  const count = useStore(analysis.store, (state) => state.count);
  const mine = count?.run === run ? count : null;
  const start = (): void => {
    if (query !== undefined) analysis.read('count', connectionId, query, run);
  };
  return (
    <span className={styles.count}>
      {mine === null ? null : (
        <>
          <span className={styles.counted} title={mine.error === null ? undefined : errorWords(mine.error).explanation}>
            {countWords(mine)}
          </span>
          <span role="status" className={wordsStyles.spoken}>
            {mine.status === 'reading' ? 'Counting' : countWords(mine)}
          </span>
        </>
      )}
      {mine?.status === 'reading' ? (
        <IconButton
          label="Pause the count"
          icon={<Pause size={16} aria-hidden />}
          onPress={() => analysis.pause('count')}
        />
      ) : null}
      {mine?.status === 'paused' || (mine?.status === 'failed' && mine.afterFailure === 'kept') ? (
        <IconButton
          label="Go on counting"
          icon={<Play size={16} aria-hidden />}
          onPress={() => analysis.resume('count')}
        />
      ) : null}
      {mine?.status === 'failed' ? (
        <IconButton
          label="Count again"
          icon={<RotateCcw size={16} aria-hidden />}
          onPress={() => analysis.startOver('count')}
        />
      ) : null}
      {mine === null ? (
        <Button variant="quiet" icon={<Sigma size={14} aria-hidden />} isDisabled={query === undefined} onPress={start}>
          Count
        </Button>
      ) : (
        <IconButton
          label={mine.status === 'reading' ? 'Cancel the count' : 'Dismiss the count'}
          icon={<X size={16} aria-hidden />}
          onPress={() => analysis.discard('count')}
        />
      )}
    </span>
  );
}

function countWords({ status, progress, error }: Reading): string {
  const counted =
    progress === null
      ? ''
      : `${rowsWords(progress.rows)} in ${partitionsWords(progress.distinctPartitions)} · ${formatDuration(progress.elapsedMs)}`;
  switch (status) {
    case 'reading':
      return counted === '' ? 'Counting' : `Counting: ${counted}`;
    case 'paused':
      return counted === '' ? 'Paused' : `At least ${counted}`;
    case 'failed':
      return `The count broke off${counted === '' ? '' : ` after ${counted}`}${error === null ? '' : `: ${errorWords(error).title}`}`;
    case 'done':
      return progress?.ended === 'limit' ? `${counted}, up to the limit` : counted;
  }
}
