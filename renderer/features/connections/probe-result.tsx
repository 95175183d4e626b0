// The result of a connection test, service by service, and what a SAS really allows.
import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import { errorShape } from '@shared/error-shape';
import { StowageError } from '@shared/errors';
import type { ConnectionProbe } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { formatDuration } from '@shared/units';
import { Badge, describeError, isSameMessage } from '@renderer/ui';
import styles from './connection-dialog.module.css';
import { sasSentence } from './sas-text';

type Reachable = Extract<ConnectionProbe['blob'], { state: 'reachable' }>;

export function ProbeResult({ probe }: { readonly probe: ConnectionProbe }) {
  const { table, blob } = probe;
  const isAlike =
    table.state === 'failed' && blob.state === 'failed' && isSameMessage(failureOf(table), failureOf(blob));
  return (
    <div className={styles.probe} role="status">
      {isAlike ? (
        <ServiceLine name={t`Tables and blobs`} result={table} />
      ) : (
        <>
          <ServiceLine name={t`Tables`} result={table} />
          <ServiceLine name={t`Blobs`} result={blob} />
        </>
      )}
      {probe.sas && (
        <div className={styles.sas}>
          <span>{sasSentence(probe.sas)}</span>
          <span className={styles.rights}>
            {probe.sas.rights.map((right) => (
              <Badge key={right} tone="information">
                {right}
              </Badge>
            ))}
          </span>
        </div>
      )}
    </div>
  );
}

function ServiceLine({ name, result }: { readonly name: string; readonly result: ConnectionProbe['blob'] }) {
  switch (result.state) {
    case 'reachable':
      return (
        <p className={styles.service}>
          <CircleCheck size={16} className={styles.good} aria-hidden />
          <span>
            <strong>{name}</strong> {t`responded in ${formatDuration(result.elapsedMs)}`}
            {result.serviceVersion === '' ? '' : t`, service version ${result.serviceVersion}`}
            {result.unlisted === undefined ? '' : `. ${unlistedSentences[result.unlisted]}`}
          </span>
        </p>
      );
    case 'failed': {
      const message = describeError(failureOf(result));
      return (
        <p className={styles.service}>
          <CircleAlert size={16} className={styles.bad} aria-hidden />
          <span>
            <strong>{name}</strong>: {message.title}. {message.explanation} {message.action}
          </span>
        </p>
      );
    }
    case 'not-covered':
      return (
        <p className={styles.service}>
          <CircleMinus size={16} className={styles.faint} aria-hidden />
          <span>
            <strong>{name}</strong>: {result.reason}
          </span>
        </p>
      );
  }
}

/** What the user cannot do with such a SAS, and the alternative. */
const unlistedSentences: Readonly<Record<NonNullable<Reachable['unlisted']>, string>> = {
  containers: t`The SAS does not allow listing containers. Open one by name.`,
  blobs: t`The SAS does not allow listing the blobs of its container.`,
  tables: t`The SAS does not allow listing tables. Open one by name.`,
  entities: t`The SAS does not allow reading the entities of its table.`,
};

function failureOf(result: Extract<ConnectionProbe['blob'], { state: 'failed' }>): StowageError {
  const parsed = errorShape.safeParse({
    code: result.code,
    detail: result.detail,
    retry: 'no',
    context: result.context,
  });
  return parsed.success ? StowageError.fromShape(parsed.data) : new StowageError('bug.unexpected', result.detail);
}
