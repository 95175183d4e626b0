// One request of the log in full: address, outcome as text, and its time by phase.
import { Copy, X } from 'lucide-react';
import { isErrorCode, sentence } from '@shared/error-text';
import type { LoggedRequest } from '@shared/model/monitor';
import { asOne, t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { call } from '@renderer/bridge';
import { IconButton, showToast } from '@renderer/ui';
import {
  exactMs,
  headOf,
  phaseMs,
  phaseNames,
  phases,
  requestText,
  statusText,
  timeOfDay,
  toneOf,
} from './request-text';
import styles from './requests.module.css';

export interface RequestDetailProps {
  readonly request: LoggedRequest;
  readonly connection: string;
  readonly onClose: () => void;
}

export function RequestDetail({ request, connection, onClose }: RequestDetailProps) {
  const ms = phaseMs(request);
  const head = headOf(request);
  const copy = (): void => {
    void call('clipboard.write', { text: requestText(request, connection) }).then(() =>
      showToast({ tone: 'good', title: t`Request copied`, topic: 'clipboard' }),
    );
  };
  const facts: readonly (readonly [name: string, value: string])[] = [
    [t`Connection`, connection],
    [t`Ended`, asOne(t`${timeOfDay(request.atMs)} UTC`)],
    [t`Attempt`, String(request.attempt)],
    ...(request.partition === '' ? [] : ([[t`Partition`, request.partition]] as const)),
    ...(request.entities === 0 ? [] : ([[t`Entities`, formatCount(request.entities)]] as const)),
    ...(request.overLimit === '' ? [] : ([[t`Above the limit of`, request.overLimit]] as const)),
    [t`Sent`, formatBytes(request.bytesUp)],
    [t`Received`, formatBytes(request.bytesDown)],
    ...phases.map((phase) => [phaseNames[phase], exactMs(ms[phase])] as const),
    [t`Connection`, request.reusedConnection ? t`reused` : t`new`],
  ];
  return (
    <section className={styles.detail} aria-label={t`Selected request`}>
      <header className={styles.detailHead}>
        <h2 className={styles.detailTitle}>{request.operation}</h2>
        <span className={styles.status} data-tone={toneOf(request)}>
          {statusText(request)}
        </span>
        <div className={styles.verbs}>
          <IconButton label={t`Copy request`} icon={<Copy size={14} aria-hidden />} onPress={copy} />
          <IconButton label={t`Close request`} icon={<X size={14} aria-hidden />} onPress={onClose} />
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
      {head === null ? (
        <p className={styles.why}>{t`Query strings and headers are only available for the latest requests.`}</p>
      ) : (
        <>
          <Pairs title={t`Query`} pairs={head.query} />
          <Pairs title={t`Headers`} pairs={head.headers} />
        </>
      )}
    </section>
  );
}

interface PairsProps {
  readonly title: string;
  readonly pairs: readonly (readonly [name: string, value: string])[];
}

function Pairs({ title, pairs }: PairsProps) {
  if (pairs.length === 0) return null;
  return (
    <section className={styles.pairs} aria-label={title}>
      <h3 className={styles.pairsTitle}>{title}</h3>
      <dl>
        {pairs.map(([name, value], index) => (
          <div key={`${index} ${name}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
