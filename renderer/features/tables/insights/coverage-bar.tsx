// What the statistics cover, and how to cover everything: read the whole result, pause, resume, discard.
import { t } from '@shared/strings/t';
import { Button, ErrorNotice, IconButton, VisuallyHidden } from '@renderer/ui';
import { ChevronsDown, Pause, Play, X } from 'lucide-react';
import type { AnalysedRun, LoadedStatistics, Reading } from '../result/analysis-session';
import styles from './coverage-bar.module.css';
import textStyles from './text.module.css';
import { costText, loadedText, readingText } from './coverage-text';

export interface CoverageBarProps {
  readonly state: AnalysedRun;
  readonly loaded: LoadedStatistics | null;
  readonly reading: Reading | null;
  readonly onRead: () => void;
  readonly onPause: () => void;
  readonly onResume: () => void;
  readonly onStartOver: () => void;
  readonly onDiscard: () => void;
}

export function CoverageBar(props: CoverageBarProps) {
  const { state, loaded, reading, onRead, onPause, onResume, onStartOver, onDiscard } = props;
  const text = reading === null ? loadedText(state, loaded) : readingText(reading);
  const progress = reading?.progress ?? null;
  const onlySome = state.query !== undefined && state.query.select.length > 0;
  const isRead = state.status === 'complete' && loaded?.result.rows === state.rowCount;
  return (
    <>
      <div className={styles.coverage}>
        <div className={styles.coverageWords}>
          <strong className={textStyles.covered}>{text}</strong>
          {progress === null ? null : <span className={textStyles.cost}>{costText(progress)}</span>}
          {onlySome ? <span className={textStyles.cost}>{t`Only the fetched columns are described`}</span> : null}
        </div>
        <div className={styles.verbs}>
          {reading === null && state.query !== undefined && !isRead ? (
            <Button icon={<ChevronsDown size={14} aria-hidden />} onPress={onRead}>{t`Read the whole result`}</Button>
          ) : null}
          {reading?.status === 'reading' ? (
            <Button icon={<Pause size={14} aria-hidden />} onPress={onPause}>{t`Pause`}</Button>
          ) : null}
          {reading?.status === 'paused' ? (
            <Button icon={<Play size={14} aria-hidden />} onPress={onResume}>{t`Continue`}</Button>
          ) : null}
          {reading === null ? null : (
            <IconButton
              label={reading.status === 'reading' ? t`Cancel the reading` : t`Back to the loaded rows`}
              icon={<X size={16} aria-hidden />}
              onPress={onDiscard}
            />
          )}
        </div>
      </div>
      {/* Said at rest only: a count that runs would be read out four times a second. */}
      <VisuallyHidden>
        <span role="status">{reading?.status === 'reading' ? t`Reading the whole result` : text}</span>
      </VisuallyHidden>
      {reading?.error == null ? null : (
        <div className={styles.notice}>
          <ErrorNotice
            error={reading.error}
            actions={
              <>
                {reading.afterFailure === 'kept' ? (
                  <Button size="small" onPress={onResume}>{t`Continue where it stopped`}</Button>
                ) : null}
                <Button size="small" onPress={onStartOver}>{t`Start over`}</Button>
              </>
            }
          />
        </div>
      )}
    </>
  );
}
