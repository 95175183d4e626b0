// Schema or partitions of a result: first what is covered, then the findings.
import { t } from '@shared/strings/t';
import { EmptyState, LoadingRows } from '@renderer/ui';
import type { AnalysisResult, PropertyProfile } from '@shared/analysis/analysis-result';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { RowSource } from '../result/row-walk';
import type { ViewInput } from '../result/table-view';
import { endedByLimit } from '../result/run-state';
import type { AnalysedRun, AnalysisSession, AnalysisState } from '../result/analysis-session';
import styles from './analysis-view.module.css';
import { CoverageBar } from './coverage-bar';
import { PartitionsPanel } from './partitions-panel';
import { SchemaPanel } from './schema-panel';
import { informativePatterns } from './informative-patterns';

export interface AnalysisViewProps {
  readonly view: 'schema' | 'partitions';
  readonly input: Pick<ViewInput, 'connectionId'> & {
    readonly state: AnalysedRun;
    readonly rows: RowSource;
  };
  readonly analysis: AnalysisSession;
  /** Ask for the rows of one partition. */
  readonly onReadPartition: (partitionKey: string) => void;
  /** Go to the column of a property. */
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
    // Takes the keyboard from the button that asked for the reading, which is gone once it reads.
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
        <Nothing state={state} known={result === null ? 'no' : 'yes'} />
      ) : view === 'schema' ? (
        <SchemaPanel result={result} onShowColumn={onShowColumn} />
      ) : (
        <PartitionsPanel
          result={result}
          count={isReportedInFull(known, run) ? 'told' : 'to-tell'}
          patterns={informativePatterns(result.patterns, coverageOf(known, state), query)}
          onRead={onReadPartition}
        />
      )}
    </section>
  );
}

/** The result of all rows as soon as there is one, and of the loaded rows until then. */
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

function Nothing({ state, known }: { readonly state: AnalysedRun; readonly known: 'yes' | 'no' }) {
  const { status, rowCount } = state;
  if (rowCount > 0 && known === 'no')
    return <LoadingRows label={t`Looking through the rows`} rows={8} columns={[16, 12, 30]} />;
  if (status === 'complete') {
    return (
      <EmptyState title={t`No entities match`}>{t`Nothing was found, so there is nothing to describe.`}</EmptyState>
    );
  }
  return (
    <EmptyState title={t`No rows yet`}>
      {t`Properties and partitions are described from the rows that are loaded, or from the whole result when it is read.`}
    </EmptyState>
  );
}
