// Setting up one input: how it is read, where keys come from, what each column becomes, the findings of the dry run,
// start.
import type { StowageError } from '@shared/errors';
import type { EdmType } from '@shared/model/entity';
import type { HubSummary } from '@shared/model/hub';
import type { ImportPreview, ImportReading, ImportSettings, ImportSource } from '@shared/model/table-import';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { RunOnChoice, sharedPathTerms, useRunOn } from '@renderer/jobs/run-on';
import { Button, ErrorNotice, SegmentedControl } from '@renderer/ui';
import { Upload } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { BadRows, InputRows, RepeatedRows } from './input-rows';
import { type CheckRequest, CheckStatus, useImportCheck } from './import-check';
import { type ColumnChange, ColumnsTable } from './columns-table';
import { type ImportDraft, checkedSettings, keyDraft, keyNames, planOf, settingsOf, withColumn } from './import-draft';
import styles from './setup-view.module.css';
import textStyles from './text.module.css';
import { KeysForm } from './keys-form';
import { OddRows, PlanFigures, TradeOff } from './plan-panel';
import { useMeasuredImport } from './import-text';
import { ValueOptions, WriteOptions } from './import-options';

export interface SetupViewProps {
  readonly connectionId: string;
  readonly table: string;
  readonly source: ImportSource;
  readonly reading: ImportReading;
  readonly preview: ImportPreview;
  readonly draft: ImportDraft;
  readonly onDraftChange: (change: (before: ImportDraft) => ImportDraft) => void;
  /** Why nothing can be written; null if it can. */
  readonly disabledReason: string | null;
  /** Why existing rows cannot be changed; null if they can. */
  readonly changeDisabledReason: string | null;
  readonly startError: StowageError | null;
  readonly isStarting: boolean;
  readonly onStart: (settings: ImportSettings, hub: HubSummary | null) => void;
}

type Part = 'columns' | 'rows' | 'bad' | 'repeated';

export function SetupView(props: SetupViewProps) {
  const { connectionId, table, source, reading, preview, draft, onDraftChange } = props;
  const { disabledReason, changeDisabledReason, startError, isStarting, onStart } = props;
  const measured = useMeasuredImport(connectionId);
  const runOn = useRunOn();
  const notOnHub = source.kind === 'text' ? t`Workers of a hub read files, not pasted rows.` : null;
  const [part, setPart] = useState<Part>('columns');
  const { settings, hasKeys, isSound } = useMemo(() => settingsOf(draft, preview.columns), [draft, preview]);
  const toCheck = JSON.stringify(checkedSettings(settings));
  const request = useMemo(
    (): CheckRequest | null => (isSound ? { source, reading, settings: JSON.parse(toCheck) as ImportSettings } : null),
    [source, reading, toCheck, isSound],
  );
  const check = useImportCheck(request, preview.bytes);
  const { latest } = check;
  const report = check.state.status === 'done' && hasKeys ? check.state.report : null;
  const plan = report === null ? null : planOf(report, settings, measured);

  const change = (next: ImportDraft): void => onDraftChange(() => next);
  const changeColumn = useCallback(
    (column: string, columnChange: ColumnChange) => onDraftChange((before) => withColumn(before, column, columnChange)),
    [onDraftChange],
  );
  const keyColumns = useMemo(
    () =>
      new Set(
        keyNames.flatMap((name) => {
          const key = keyDraft(draft, name, preview.columns);
          return key.kind === 'column' ? [key.column] : [];
        }),
      ),
    [draft, preview],
  );
  const typeOf = (column: string): EdmType | null =>
    latest?.columns.find(({ name }) => name === column)?.type ??
    preview.columns.find(({ name }) => name === column)?.declaredType ??
    null;

  const parts: readonly { readonly value: Part; readonly label: string }[] = [
    { value: 'columns', label: t`Columns · ${formatCount(preview.columns.length)}` },
    { value: 'rows', label: t`First rows` },
    ...((report?.rejectedRows ?? 0) > 0
      ? [{ value: 'bad' as const, label: t`Bad rows · ${formatCount(report?.rejectedRows ?? 0)}` }]
      : []),
    ...((report?.duplicateKeys ?? 0) > 0
      ? [{ value: 'repeated' as const, label: t`Repeated keys · ${formatCount(report?.duplicateKeys ?? 0)}` }]
      : []),
  ];
  const nothing = nothingToImport(preview, latest?.rows ?? null);
  const shown = parts.some(({ value }) => value === part) ? part : 'columns';

  return (
    <>
      <div className={styles.body}>
        <div className={styles.form}>
          <KeysForm draft={draft} preview={preview} onChange={change} />
          <div className={styles.parts}>
            <SegmentedControl label={t`Import details`} options={parts} value={shown} onChange={setPart} />
          </div>
          {shown === 'columns' ? (
            <ColumnsTable
              columns={preview.columns}
              drafts={draft.columns}
              keyColumns={keyColumns}
              checked={latest?.columns ?? null}
              onChange={changeColumn}
            />
          ) : shown === 'rows' ? (
            <InputRows preview={preview} draft={draft} typeOf={typeOf} />
          ) : report === null ? null : shown === 'bad' ? (
            <BadRows rows={report.rejects} count={report.rejectedRows} />
          ) : (
            <RepeatedRows report={report} />
          )}
        </div>
        <aside className={styles.plan} aria-label={t`Import plan`}>
          <section className={styles.planPart} aria-label={t`Dry run`}>
            <h3 className={textStyles.planTitle}>{t`Dry run`}</h3>
            <CheckStatus check={check} bytes={preview.bytes} />
            {report === null ? null : (
              <PlanFigures report={report} notesAbove={preview.reading.notes} settings={settings} measured={measured} />
            )}
            {report !== null ? <OddRows report={report} draft={draft} onChange={change} /> : null}
            {nothing !== null ? (
              <p>{nothing}</p>
            ) : !hasKeys ? (
              <p className={textStyles.muted}>{t`Choose a source for both keys to see the plan.`}</p>
            ) : null}
            {!isSound ? <p className={textStyles.muted}>{t`Correct the marked fields to see the plan.`}</p> : null}
          </section>
          <section className={styles.planPart} aria-label={t`Input values`}>
            <h3 className={textStyles.planTitle}>{t`Input values`}</h3>
            <ValueOptions draft={draft} onChange={change} />
          </section>
          <section className={styles.planPart} aria-label={t`Write options`}>
            <h3 className={textStyles.planTitle}>{t`Write options`}</h3>
            <WriteOptions draft={draft} changeDisabledReason={changeDisabledReason} onChange={change} />
            {report !== null ? <TradeOff report={report} measured={measured} draft={draft} onChange={change} /> : null}
            <RunOnChoice runOn={runOn} terms={hubTerms()} disabledReason={notOnHub} />
          </section>
        </aside>
      </div>
      <footer className={styles.foot}>
        {startError === null ? null : <ErrorNotice error={startError} />}
        <span className={textStyles.muted}>
          {disabledReason ?? footText(report === null ? check.state.status : 'ready')}
        </span>
        <Button
          variant="primary"
          icon={<Upload size={14} aria-hidden />}
          isDisabled={disabledReason !== null || plan === null || plan.rows === 0 || isStarting}
          onPress={() => onStart(settings, notOnHub === null ? runOn.hub : null)}
        >
          {plan === null ? t`Import into ${table}` : t`Import ${counted(plan.rows, 'row')} into ${table}`}
        </Button>
      </footer>
    </>
  );
}

const hubTerms = (): string =>
  t`The file is cut into slices; rejected rows are counted by cause, and not saved. ${sharedPathTerms()}`;

/** Why there is nothing to plan; null if there are, or may be, rows. */
function nothingToImport({ bytes, columns, rows: first }: ImportPreview, rows: number | null): string | null {
  if (bytes === 0) return t`This input is empty (0 bytes). Choose another file.`;
  if (columns.length === 0 && first.length > 0) {
    return t`The rows of this input have no properties. Choose another file.`;
  }
  if (columns.length === 0) return t`This input has no rows. Choose another file or another format.`;
  return rows === 0 ? t`This input has a header but no rows. Choose another file.` : null;
}

function footText(status: ReturnType<typeof useImportCheck>['state']['status'] | 'ready'): string {
  switch (status) {
    case 'ready':
      return t`Nothing is written yet.`;
    case 'running':
      return t`Nothing is written during the dry run.`;
    default:
      return t`Nothing is written until the dry run has read the entire input.`;
  }
}
