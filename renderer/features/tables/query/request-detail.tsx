// One request in full: the query, decoded and without a signature, its timing, and its token.
import { t } from '@shared/strings/t';
import { IconButton } from '@renderer/ui';
import { formatDuration } from '@shared/units';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { copyText } from '../result/copy-text';
import styles from './requests-panel.module.css';
import { type WaterfallRow, phaseMs, phaseNames, phases, requestText, shortToken } from './waterfall';

export interface RequestDetailProps {
  readonly number: number;
  readonly row: WaterfallRow;
  /** The verbs of this request. */
  readonly children: ReactNode;
}

export function RequestDetail({ number, row, children }: RequestDetailProps) {
  const { request, startToken } = row;
  const ms = phaseMs(request);
  return (
    <div role="group" aria-label={t`Request ${number}`} className={styles.detail}>
      <div className={styles.detailText} tabIndex={0} role="group" aria-label={t`The request as sent`}>
        <p>
          <strong>{request.method}</strong> {request.address}
        </p>
        {request.parameters.map(({ name, value }) => (
          <p key={name}>
            <span className={styles.parameter}>{name}</span> {value}
          </p>
        ))}
      </div>
      <div className={styles.detailSide}>
        <p className={styles.times}>
          {phases.map((phase) => `${phaseNames[phase]} ${formatDuration(ms[phase])}`).join(' · ')}
        </p>
        <p className={styles.times}>
          {startToken === null ? t`Asked for from the start` : t`Asked for from the token ${shortToken(startToken)}`}
          {startToken === null ? null : (
            <IconButton
              label={t`Copy the token`}
              size="small"
              icon={<Copy size={13} aria-hidden />}
              onPress={() => copyText(startToken, t`the token`)}
            />
          )}
        </p>
        <div className={styles.detailVerbs}>
          <IconButton
            label={t`Copy the request`}
            size="small"
            icon={<Copy size={13} aria-hidden />}
            onPress={() => copyText(requestText(request), t`the request`)}
          />
          {children}
        </div>
      </div>
    </div>
  );
}
