// One request of the log in full: address, outcome in words, and where its time went.
import { Copy, X } from 'lucide-react';
import { isErrorCode, sentence } from '@shared/error-words';
import type { LoggedRequest } from '@shared/model/monitor';
import { formatBytes, formatCount } from '@shared/units';
import { call } from '@renderer/bridge';
import { IconButton, showToast } from '@renderer/ui';
import { exactMs, phaseMs, phases, requestText, statusText, timeOfDay, toneOf } from './request-words';
import styles from './requests.module.css';

export interface RequestDetailProps {
  readonly request: LoggedRequest;
  readonly connection: string;
  readonly onClose: () => void;
}

export function RequestDetail({ request, connection, onClose }: RequestDetailProps) {
  const ms = phaseMs(request);
  const copy = (): void => {
    void call('clipboard.write', { text: requestText(request, connection) }).then(() =>
      showToast({ tone: 'good', title: 'Copied the request' }),
    );
  };
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['Connection', connection],
    ['Ended', `${timeOfDay(request.atMs)} UTC`],
    ['Try', String(request.attempt)],
    ...(request.partition === '' ? [] : ([['Partition', request.partition]] as const)),
    ...(request.entities === 0 ? [] : ([['Entities', formatCount(request.entities)]] as const)),
    ...(request.overLimit === '' ? [] : ([['Over the limit of', request.overLimit]] as const)),
    ['Sent', formatBytes(request.bytesUp)],
    ['Received', formatBytes(request.bytesDown)],
    ...phases.map((phase) => [`${phase.charAt(0).toUpperCase()}${phase.slice(1)}`, exactMs(ms[phase])] as const),
    ['Line', request.reusedConnection ? 'kept alive' : 'opened for it'],
  ];
  return (
    <section className={styles.detail} aria-label="The chosen request">
      <header className={styles.detailHead}>
        <h2 className={styles.detailTitle}>{request.operation}</h2>
        <span className={styles.status} data-tone={toneOf(request)}>
          {statusText(request)}
        </span>
        <div className={styles.verbs}>
          <IconButton label="Copy the request" icon={<Copy size={14} aria-hidden />} onPress={copy} />
          <IconButton label="Close the request" icon={<X size={14} aria-hidden />} onPress={onClose} />
        </div>
      </header>
      <p className={styles.address}>
        <strong>{request.method}</strong> {request.address}
      </p>
      {isErrorCode(request.errorCode) ? (
        <p className={styles.why}>{sentence({ code: request.errorCode, context: {} })}</p>
      ) : null}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
