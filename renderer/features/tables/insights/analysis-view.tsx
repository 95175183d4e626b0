// Schema or partitions of a result: first the coverage of the statistics, then the findings.
import { t } from '@shared/strings/t';
import { EmptyState, LoadingRows, Button, ErrorNotice, IconButton, VisuallyHidden } from '@renderer/ui';
import type { AnalysisResult, PropertyProfile, KeyPattern } from '@shared/analysis/analysis-result';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { RowSource } from '../result/row-walk';
import type { ViewInput } from '../result/table-view';
import { endedByLimit } from '../result/run-state';
import type {
  AnalysedRun,
  AnalysisSession,
  AnalysisState,
  Reading,
  LoadedStatistics,
} from '../result/analysis-session';
import styles from './analysis-view.module.css';
import { PartitionsPanel } from './partitions-panel';
import { SchemaPanel } from './schema-panel';
import type { TableService } from '@shared/model/table-service';
import { ChevronsDown, Pause, Play, X } from 'lucide-react';
import textStyles from './panels.module.css';
import { costText, loadedText, readingText } from './analysis-text';
import type { CostClass, TableQuery } from '@shared/model/table-query';
import { costOf } from '@shared/query/key-cost';
import { wholeFilter } from '@shared/query/key-filter';

export interface AnalysisViewProps {
  readonly view: 'schema' | 'partitions';
  readonly input: Pick<ViewInput, 'connectionId'> & {
    readonly state: AnalysedRun;
    readonly rows: RowSource;
    /** Rows that come in no order spread like the table itself. Default: in key order. */
    readonly service?: TableService;
  };
  readonly analysis: AnalysisSession;
  /** Queries the rows of one partition. */
  readonly onReadPartition: (partitionKey: string) => void;
  /** Shows the column of a property in the grid. */
  readonly onShowColumn: (property: PropertyProfile) => void;
}

export function AnalysisView({ view, input, analysis, onReadPartition, onShowColumn }: AnalysisViewProps) {
  const { connectionId, state, rows } = input;
  const { run, pages, query } = state;
  const known = useStore(analysis.store);
  useEffect(() => {
    analysis.scan({ run, pages }, rows);
  }, [analysis, run, pages, rows]);
  useEffect(() => () => analysis.rest(), [analysis]);

  const result = shownResult(known, run);
  const read = (): void => {
    if (query !== undefined) analysis.read('profile', connectionId, query, run);
  };
  return (
    // Takes the focus from the button that started the reading, which disappears.
    <section tabIndex={-1} className={styles.panel} aria-label={view === 'schema' ? t`Schema` : t`Partitions`}>
      <CoverageBar
        state={state}
        loaded={known.loaded?.run === run ? known.loaded : null}
        reading={known.profile?.run === run ? known.profile : null}
        onRead={read}
        onPause={() => analysis.pause('profile')}
        onResume={() => analysis.resume('profile')}
        onStartOver={() => analysis.startOver('profile')}
        onDiscard={() => analysis.discard('profile')}
      />
      {result === null || result.rows === 0 ? (
        <Nothing state={state} isKnown={result !== null} />
      ) : view === 'schema' ? (
        <SchemaPanel result={result} onShowColumn={onShowColumn} />
      ) : (
        <PartitionsPanel
          result={result}
          isCountShown={isReportedInFull(known, run)}
          patterns={informativePatterns(
            result.patterns,
            input.service === 'cosmos' ? 'all' : coverageOf(known, state),
            query,
          )}
          onRead={onReadPartition}
        />
      )}
    </section>
  );
}

/** The result of all rows if there is one, else that of the loaded rows. */
function shownResult({ loaded, profile }: AnalysisState, run: number): AnalysisResult | null {
  if (profile?.run === run && profile.result !== null) return profile.result;
  return loaded?.run === run ? loaded.result : null;
}

/** The line over the panel names the partitions of a result that was read to its end. */
function isReportedInFull({ profile }: AnalysisState, run: number): boolean {
  return profile?.run === run && profile.status === 'done' && profile.progress?.ended !== 'limit';
}

function coverageOf({ loaded, profile }: AnalysisState, state: AnalysedRun): 'all' | 'part' {
  if (profile?.run === state.run && profile.result !== null) return profile.status === 'done' ? 'all' : 'part';
  const lookedThrough = loaded?.result.rows === state.rowCount;
  return state.status === 'complete' && lookedThrough && !endedByLimit(state) ? 'all' : 'part';
}

function Nothing({ state, isKnown }: { readonly state: AnalysedRun; readonly isKnown: boolean }) {
  const { status, rowCount } = state;
  if (rowCount > 0 && !isKnown) return <LoadingRows label={t`Analysing rows`} rows={8} columns={[16, 12, 30]} />;
  if (status === 'complete') {
    return <EmptyState title={t`No matching entities`}>{t`The query returned nothing to describe.`}</EmptyState>;
  }
  return (
    <EmptyState title={t`No rows yet`}>
      {t`Properties and partitions are described from the loaded rows, or from the whole result once it has been read.`}
    </EmptyState>
  );
}

interface CoverageBarProps {
  readonly state: AnalysedRun;
  readonly loaded: LoadedStatistics | null;
  readonly reading: Reading | null;
  readonly onRead: () => void;
  readonly onPause: () => void;
  readonly onResume: () => void;
  readonly onStartOver: () => void;
  readonly onDiscard: () => void;
}

/** What the statistics cover, and how to cover everything: read the whole result, pause, resume, discard. */
function CoverageBar(props: CoverageBarProps) {
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
          {onlySome ? <span className={textStyles.cost}>{t`Only fetched columns are described`}</span> : null}
        </div>
        <div className={styles.actions}>
          {reading === null && state.query !== undefined && !isRead ? (
            <Button icon={<ChevronsDown size={14} aria-hidden />} onPress={onRead}>{t`Read whole result`}</Button>
          ) : null}
          {reading?.status === 'reading' ? (
            <Button icon={<Pause size={14} aria-hidden />} onPress={onPause}>{t`Pause`}</Button>
          ) : null}
          {reading?.status === 'paused' ? (
            <Button icon={<Play size={14} aria-hidden />} onPress={onResume}>{t`Continue`}</Button>
          ) : null}
          {reading === null ? null : (
            <IconButton
              label={reading.status === 'reading' ? t`Cancel reading` : t`Back to loaded rows`}
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
                {reading.afterFailure === 'kept' ? <Button size="small" onPress={onResume}>{t`Resume`}</Button> : null}
                <Button size="small" onPress={onStartOver}>{t`Start over`}</Button>
              </>
            }
          />
        </div>
      )}
    </>
  );
}

/** Patterns about the table as a whole; the others hold for the rows they were seen in. */
const ofTheSpread: readonly string[] = ['one-partition', 'one-row-partitions', 'hot-partition'];
const insideOnePartition: readonly CostClass[] = ['point', 'row-range', 'partition-scan'];

/**
 * @param covered `all` rows of the result, or a `part` of them: the first ones, in key order
 * @param query undefined before the first run
 */
export function informativePatterns(
  patterns: readonly KeyPattern[],
  covered: 'all' | 'part',
  query: TableQuery | undefined,
): readonly KeyPattern[] {
  const others = patterns.filter(({ id }) => !ofTheSpread.includes(id));
  if (query === undefined || readsOnePartition(query)) return others;
  if (covered === 'all') return patterns;
  if (others.length === patterns.length) return others;
  const firstRows: KeyPattern = {
    id: 'first-rows',
    tone: 'information',
    finding: t`Rows arrive in key order, so the first ones belong to few partitions.`,
    consequence: t`Read the whole result to see how rows are distributed over partitions.`,
  };
  return [firstRows, ...others];
}

function readsOnePartition(query: TableQuery): boolean {
  const { node } = wholeFilter(query);
  return node !== null && insideOnePartition.includes(costOf(node));
}
