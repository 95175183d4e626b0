// Restores the rows of an undo file: pick it, see what it contains and how much of it still applies to the table, start
// the job.
import { t } from '@shared/strings/t';
import { call, useStream } from '@renderer/bridge';
import { ErrorNotice, LoadingRows, ProgressBar, Time, showFailure } from '@renderer/ui';
import type { PickedSource } from '@shared/ipc/contract';
import type { UndoFileCheck, UndoFileObstacle } from '@shared/model/undo-file';
import { useEffect, useEffectEvent, useState } from 'react';
import styles from './bulk.module.css';
import { rowsOf } from './bulk-draft';
import { FollowedJob, StartDialog } from './start-dialog';
import { formatCount } from '@shared/units';

interface RestoreFileProps {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly table: string;
  readonly access: 'writable' | 'read-only';
  /** Null if some rows can be written. */
  readonly disabledReason: string | null;
  readonly onClose: () => void;
  /** Rows of the table have changed. */
  readonly onChanged: () => void;
}

export function RestoreFile(props: RestoreFileProps) {
  const { table, onClose } = props;
  const [picked, setPicked] = useState<PickedSource | null>(null);
  const [jobId, setJobId] = useState<string | null>(null);
  const title = t`Restore rows of ${table}`;
  const take = useEffectEvent((source: PickedSource | null) => (source === null ? onClose() : setPicked(source)));
  const failWith = useEffectEvent((thrown: unknown) => {
    showFailure(thrown, t`Could not open the file`);
    onClose();
  });
  useEffect(() => {
    call('dialogs.pick-undo-file', {}).then(
      (source) => take(source),
      (thrown: unknown) => failWith(thrown),
    );
  }, []);
  if (jobId !== null) return <FollowedJob {...props} title={title} jobId={jobId} />;
  return picked === null ? null : <Check {...props} title={title} picked={picked} onStarted={setJobId} />;
}

interface CheckProps extends RestoreFileProps {
  readonly title: string;
  readonly picked: PickedSource;
  readonly onStarted: (jobId: string) => void;
}

function Check(props: CheckProps) {
  const { connectionId, connectionName, table, access, disabledReason, title, picked, onStarted, onClose } = props;
  const [previewId] = useState(() => crypto.randomUUID());
  const request = { connectionId, table, previewId, sourceToken: picked.token };
  const { latest: check, error } = useStream('bulk.check-undo-file', request);
  const isElsewhere = check !== undefined && check.elsewhere.length > 0;
  const rows = check === undefined ? 0 : rowsToTry(check);
  const elsewhere = isElsewhere ? 'allow' : 'refuse';
  return (
    <StartDialog
      title={title}
      connectionId={connectionId}
      connectionName={connectionName}
      access={access}
      disabledReason={disabledReason}
      onClose={onClose}
      isReady={check?.state === 'complete' && error === null && rows > 0}
      typedName={isElsewhere ? table : null}
      label={check === undefined || check.state === 'reading' ? t`Checking…` : t`Restore ${rowsOf(rows)}`}
      tone="primary"
      back={{ label: t`Cancel`, onPress: onClose }}
      onStart={async () => onStarted((await call('bulk.restore', { previewId, elsewhere })).jobId)}
    >
      {error === null ? null : <ErrorNotice error={error} />}
      {check === undefined && error === null ? <LoadingRows label={t`Reading the undo file`} rows={4} /> : null}
      {check === undefined ? null : <Found check={check} fileName={picked.name} />}
    </StartDialog>
  );
}

function Found({ check, fileName }: { readonly check: UndoFileCheck; readonly fileName: string }) {
  const { file, state, rows, obstacles } = check;
  const elsewhere = elsewhereText(check);
  return (
    <>
      <dl className={styles.origin}>
        <div>
          <dt>{t`File`}</dt>
          <dd>
            {t`${fileName}, saved`} <Time at={file.savedAtMs} />
          </dd>
        </div>
        <div>
          <dt>{t`Undoes`}</dt>
          <dd>{file.change}</dd>
        </div>
        <div>
          <dt>{t`Rows of`}</dt>
          <dd className={styles.key}>
            {file.table} · {file.endpoint}
          </dd>
        </div>
      </dl>
      {elsewhere === null ? null : <p className={styles.locked}>{elsewhere}</p>}
      <section className={styles.part} aria-label={t`Preview result`}>
        <p className={styles.found} role="status">
          {checkText(check)}.
        </p>
        {state === 'reading' ? (
          <ProgressBar
            label={t`Comparing with the table`}
            fraction={file.rows === 0 ? 1 : rows / file.rows}
            valueText={rowsOf(rows)}
          />
        ) : null}
        {obstacles.length === 0 ? null : (
          <ul className={styles.problems} aria-label={t`Rows that cannot be restored`}>
            {obstacles.map(({ kind, count, examples }) => (
              <li key={kind}>
                <strong>{rowsOf(count)}</strong> {obstacleText(kind)}
                <span className={styles.examples}>{examples.join(', ')}</span>
              </li>
            ))}
          </ul>
        )}
        {state === 'complete' ? (
          <p className={styles.text}>
            {t`The ETag is checked again when each row is written. The job lists rows it could not restore.`}
          </p>
        ) : null}
      </section>
    </>
  );
}

/** `1,300 of 25,000 rows compared with the table`, `25,000 rows can be put back: 20,000 inserted, 5,000 replaced`. */
export function checkText({ state, file, rows, inserts, replaces, already }: UndoFileCheck): string {
  if (state === 'reading') return t`Reading: ${formatCount(rows)} of ${rowsOf(file.rows)} compared with the table`;
  const possible = inserts + replaces;
  const parts = [
    inserts === 0 ? '' : t`${formatCount(inserts)} inserted`,
    replaces === 0 ? '' : t`${formatCount(replaces)} replaced`,
  ].filter(Boolean);
  const how = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
  const rest = already === 0 ? '' : t`, ${formatCount(already)} already match the file`;
  return t`${possible === 0 ? t`No row` : rowsOf(possible)} can be restored${how}${rest}`;
}

const obstacles: Readonly<Record<UndoFileObstacle['kind'], string>> = {
  changed: t`changed since. The current values stay.`,
  exists: t`deleted by the change and since created again. The current values stay.`,
  gone: t`deleted since. They stay deleted.`,
};

function obstacleText(kind: UndoFileObstacle['kind']): string {
  return obstacles[kind];
}

/** The rows of the job, including those in conflict, whose ETag decides at the moment of writing. */
export function rowsToTry({ inserts, replaces, obstacles: inTheWay }: UndoFileCheck): number {
  return inserts + replaces + inTheWay.reduce((sum, { count }) => sum + count, 0);
}

/** How the target differs from the one in the file; null if it is the same. */
export function elsewhereText({ elsewhere, file, endpoint, table }: UndoFileCheck): string | null {
  if (elsewhere.length === 0) return null;
  const from = t`The rows are from ${file.table} at ${file.endpoint}.`;
  return t`${from} This is ${table} at ${endpoint}.`;
}
