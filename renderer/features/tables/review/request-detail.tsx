// One request in full: what changes, old beside new, and the text that goes on the wire.
import { formatCount } from '@shared/units';
import { plural, t } from '@shared/strings/t';
import { Button } from '@renderer/ui';
import { Copy } from 'lucide-react';
import { copyText } from '../result/copy-text';
import { DetailPane, DetailText } from './detail-pane';
import { DiffTable } from '../result/value-text';
import { diffOfEdit } from '../result/value-diff';
import styles from './request-detail.module.css';
import { rowLabel } from '../result/value-format';
import { type ReviewLine, isUnconditional, requestText, stepText } from './review-lines';

export interface RequestDetailProps {
  readonly line: ReviewLine | undefined;
}

/** A body is shown up to here; the copy holds all of it. */
const longestShown = 20_000;

export function RequestDetail({ line }: RequestDetailProps) {
  if (line === undefined) return null;
  if (line.kind === 'heading') {
    return (
      <DetailPane label={t`The chosen group`} title={stepText(line.step)}>
        <DetailText>
          {line.step.kind === 'move'
            ? t`No transaction spans two partitions. The copy is read back and compared before the old row is deleted, and a journal on this computer knows how far it came. If it is interrupted, it is offered for completion.`
            : t`The service writes all operations or none. If one is refused, it names that one, and no row changes.`}
        </DetailText>
      </DetailPane>
    );
  }
  const { request, edit } = line;
  const diff =
    edit === undefined || (edit.kind === 'change-keys' && request.operation === 'delete') ? [] : diffOfEdit(edit);
  const text = requestText(request);
  return (
    <DetailPane label={t`The chosen request`} title={rowLabel(request)}>
      {isUnconditional(request) ? (
        <DetailText tone="warning">{t`Nothing protects what somebody else wrote here since it was read: this request overwrites it.`}</DetailText>
      ) : null}
      {diff.length > 0 ? (
        <DiffTable label={t`What changes`} diff={diff} before={t`As read`} after={t`As sent`} />
      ) : null}
      {request.operation === 'replace' && edit?.kind === 'update' ? (
        <DetailText>
          {untouchedText(edit.read.properties.length - diff.filter(({ before }) => before).length)}
        </DetailText>
      ) : null}
      <div className={styles.wire}>
        <h4 className={styles.caption}>{t`On the wire`}</h4>
        <Button
          size="small"
          variant="quiet"
          icon={<Copy size={14} aria-hidden />}
          onPress={() => copyText(text, t`the request`)}
        >
          {t`Copy`}
        </Button>
      </div>
      <pre className={styles.body}>{text.slice(0, longestShown)}</pre>
      {text.length > longestShown ? (
        <DetailText>
          {plural(
            text.length - longestShown,
          )`One more character. The copy holds it too. | ${formatCount(text.length - longestShown)} more characters. The copy holds all of them.`}
        </DetailText>
      ) : null}
    </DetailPane>
  );
}

function untouchedText(count: number): string {
  if (count <= 0) return t`No other property is sent.`;
  return count === 1
    ? t`One untouched property goes along with the exact text that was read.`
    : t`${count} untouched properties go along with the exact text that was read.`;
}
