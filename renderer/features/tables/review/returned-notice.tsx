// A notice above a review: some changes were staged before a restart. Reads their entities again, to report before
// anything is sent which of them have been changed since.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { Button, ErrorNotice } from '@renderer/ui';
import { History } from 'lucide-react';
import styles from './notice.module.css';
import { call } from '@renderer/bridge';
import { describeConflict } from '@shared/edit/conflict';
import { StowageError } from '@shared/errors';
import { mapConcurrent } from '@shared/map-concurrent';
import type { StagedEdit } from '@shared/model/edit';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { StagedConflict } from '../staging/staging-store';
import type { EditResults, EditTarget } from './edit-target';
import { keysOfEdit } from './review-lines';

export function ReturnedNotice({ check }: { readonly check: ReturnedCheck }) {
  const { edits, state, error, start } = check;
  if (state === 'nothing') return null;
  return (
    <section className={styles.notice} aria-label={t`Staged before the restart`}>
      <p className={styles.text} role="status">
        <History size={16} aria-hidden />
        <span>
          {plural(
            edits.length,
          )`${counted(edits.length, 'change')} was staged before Stowage was restarted. | ${counted(edits.length, 'change')} were staged before Stowage was restarted.`}{' '}
          {stateMessage(check)}
        </span>
        {state === 'offered' ? (
          <Button size="small" onPress={start}>{t`Compare ${counted(edits.length, 'row')} with the table`}</Button>
        ) : null}
      </p>
      {error === null ? null : <ErrorNotice error={error} onRetry={start} />}
    </section>
  );
}

function stateMessage({ state, conflicts }: ReturnedCheck): string {
  switch (state) {
    case 'reading':
      return t`Comparing with the current table…`;
    case 'read':
      return conflicts.length === 0
        ? t`The rows in the table have not changed since.`
        : plural(
            conflicts.length,
          )`${counted(conflicts.length, 'row')} has changed in the table. | ${counted(conflicts.length, 'row')} have changed in the table.`;
    case 'nothing':
    case 'offered':
    case 'failed':
      return t`Their rows may have changed since.`;
  }
}

interface ReturnedCheck {
  /** The reviewed edits that were staged before a restart. */
  readonly edits: readonly StagedEdit[];
  /** `offered`: too many to read without a request. */
  readonly state: 'nothing' | 'offered' | 'reading' | 'read' | 'failed';
  readonly error: StowageError | null;
  readonly conflicts: readonly StagedConflict[];
  readonly start: () => void;
}

/** Each entity is a request. */
const maxUnrequested = 50;
const atOnce = 8;

/**
 * Edits that survived a restart are based on an earlier state of their entities: reads those again, to report before
 * anything is sent which of them have been changed since.
 */
export function useReturnedCheck(
  { connectionId, table }: EditTarget,
  edits: readonly StagedEdit[],
  returned: ReadonlySet<string>,
  results: Pick<EditResults, 'onOutcomes'>,
): ReturnedCheck {
  const came = useMemo(() => edits.filter(({ id }) => returned.has(id)), [edits, returned]);
  /** The edits that were checked; applying or discarding edits in the meantime does not change it. */
  const [of] = useState(came);
  const [run, setRun] = useState(of.length > 0 && of.length <= maxUnrequested ? 1 : 0);
  const [outcome, setOutcome] = useState<{
    readonly run: number;
    readonly conflicts: readonly StagedConflict[];
    readonly error: StowageError | null;
  }>();

  const report = useEffectEvent((found: readonly StagedConflict[]): void => {
    setOutcome({ run, conflicts: found, error: null });
    if (found.length === 0) return;
    results.onOutcomes(found.map(({ edit, conflict }) => ({ kind: 'conflict', editId: edit.id, conflict })));
  });

  useEffect(() => {
    if (run === 0) return;
    const controller = new AbortController();
    const read = async (edit: StagedEdit): Promise<readonly StagedConflict[]> => {
      const { partitionKey, rowKey } = keysOfEdit(edit);
      const input = { connectionId, table, keys: { partitionKey, rowKey } };
      const { entity } = await call('entities.get', input, { signal: controller.signal });
      const isAsRead =
        edit.kind === 'insert' ? entity === null || edit.mode !== 'insert' : entity?.etag === edit.read.etag;
      return isAsRead ? [] : [{ edit, conflict: describeConflict(edit, entity) }];
    };
    mapConcurrent(of, atOnce, read).then(
      (conflicts) => report(conflicts.flat()),
      (thrown: unknown) => {
        if (!controller.signal.aborted) setOutcome({ run, conflicts: [], error: StowageError.from(thrown) });
        controller.abort();
      },
    );
    return () => controller.abort();
  }, [connectionId, of, run, table]);

  const settled = outcome?.run === run ? outcome : undefined;
  const conflicts = settled?.conflicts.filter(({ edit }) => came.some(({ id }) => id === edit.id)) ?? [];
  const start = useCallback(() => setRun((before) => before + 1), []);
  return { edits: came, state: stateOf(came.length, run, settled), error: settled?.error ?? null, conflicts, start };
}

function stateOf(
  count: number,
  run: number,
  settled: { readonly error: StowageError | null } | undefined,
): ReturnedCheck['state'] {
  if (count === 0) return 'nothing';
  if (run === 0) return 'offered';
  if (settled === undefined) return 'reading';
  return settled.error === null ? 'read' : 'failed';
}
