// The query of a tab and its runs: the draft, its preview, and each way to run it.
import type { QueryRun } from '../result/query-run';
import type { TableService } from '@shared/model/table-service';
import { renderFilter } from '@shared/query/odata';
import { type WadReading, preciseNode, shardsNode } from '@shared/query/wad-window';
import { t } from '@shared/strings/t';
import { shortcutOf } from '@renderer/keys/keys';
import { useViewActions } from '@renderer/pane/view-actions';
import { useMemo, useState } from 'react';
import { windowKeyDraft, windowProperties } from './window-draft';
import type { KeyDelimiters } from './seen-keys';
import { type QueryDraft, type QueryPreview, emptyQueryDraft, previewQuery } from './query-draft';

export interface Runs {
  readonly draft: QueryDraft;
  readonly setDraft: (draft: QueryDraft) => void;
  readonly preview: QueryPreview;
  /** All problems, once a user attempted to run an invalid query. */
  readonly problemsShown: 'wrong' | 'all';
  readonly run: () => void;
  /** Narrows the query to a stretch of time of a diagnostics table, and runs it. */
  readonly readWindow: (reading: WadReading) => void;
  /** Narrows the query to one partition, and runs it. */
  readonly readPartition: (partitionKey: string) => void;
}

export interface RunsInput {
  readonly connectionId: string;
  readonly table: string;
  readonly session: QueryRun;
  readonly pageSize: number;
  /** Names of the fetched columns; empty for all. */
  readonly select: readonly string[];
  readonly service: TableService;
  /** The delimiter between the parts of the loaded keys. */
  readonly delimiters: KeyDelimiters;
  /** Called before the user runs the query once more. */
  readonly onRun: () => void;
  /** The saved state of the tab. */
  readonly initialDraft: QueryDraft | undefined;
}

export function useRuns(input: RunsInput): Runs {
  const { connectionId, table, session, pageSize, select, service, delimiters, initialDraft } = input;
  const [draft, setDraft] = useState<QueryDraft>(initialDraft ?? emptyQueryDraft);
  const [problemsShown, setProblemsShown] = useState<'wrong' | 'all'>('wrong');
  const preview = useMemo(
    () => previewQuery(draft, { table, pageSize, select, service, delimiters }),
    [draft, table, pageSize, select, service, delimiters],
  );

  const runPreview = (previewed: QueryPreview): void => {
    setProblemsShown(previewed.state === 'ready' ? 'wrong' : 'all');
    if (previewed.state === 'ready') session.run(connectionId, previewed.query);
  };
  const runNarrowed = (next: QueryDraft): void => {
    setDraft(next);
    runPreview(previewQuery(next, { table, pageSize, select, service, delimiters }));
  };
  const run = (): void => {
    input.onRun();
    runPreview(preview);
  };

  useViewActions(() => [
    { id: 'refresh', label: t`Run query`, of: table, shortcut: shortcutOf('refresh'), onAction: run },
  ]);

  return {
    draft,
    setDraft,
    preview,
    problemsShown,
    run,
    readWindow: (reading) => {
      const shards = shardsNode(reading);
      if (shards !== null) {
        // A range in each shard, which no condition on one key can express.
        const precise = preciseNode(reading);
        const filter = precise === null ? shards : ({ kind: 'and', nodes: [shards, precise] } as const);
        runNarrowed({ ...draft, mode: 'text', filterText: renderFilter(filter), reading: 'ranges' });
        return;
      }
      runNarrowed({
        ...draft,
        mode: 'conditions',
        [reading.key]: windowKeyDraft(reading.range),
        properties: windowProperties(draft.properties, reading),
      });
    },
    readPartition: (text) => {
      const partitionKey = { ...draft.partitionKey, operator: 'is' as const, text };
      runNarrowed({ ...draft, mode: 'conditions', partitionKey });
    },
  };
}
