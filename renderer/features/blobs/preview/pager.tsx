// Which part of the blob is on screen, and paging to the others.
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { readNumber } from '@shared/strings/numbers';
import { plural, t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { Button, IconButton, TextField } from '@renderer/ui';
import { type PreviewState, isWhole, shownSpan } from './preview-state';
import type { PreviewActions } from './preview-store';
import styles from './preview.module.css';

export interface PagerProps {
  readonly state: PreviewState;
  readonly actions: PreviewActions;
}

export function Pager({ state, actions }: PagerProps) {
  const { page, facts, isPaging, readBytes } = state;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  if (page === null || facts === null) return null;
  const { from, to } = shownSpan(state);
  const start = page.offset + from;
  const end = page.offset + to;
  const go = (): void => {
    const offset = positionOf(typed, facts.bytes);
    setProblem(offset === null ? t`A byte position from 0 to ${formatCount(facts.bytes - 1)}, or a percentage` : '');
    if (offset !== null) void actions.goTo(offset);
  };
  return (
    <div className={styles.pager}>
      {isWhole(state) ? null : (
        <span className={styles.steps} role="group" aria-label={t`Pages`}>
          <IconButton
            label={t`First page`}
            size="small"
            icon={<ChevronFirst size={15} />}
            isDisabled={start === 0}
            onPress={() => void actions.first()}
          />
          <IconButton
            label={t`Previous page`}
            size="small"
            icon={<ChevronLeft size={15} />}
            isDisabled={start === 0}
            onPress={() => void actions.previous()}
          />
          <IconButton
            label={t`Next page`}
            size="small"
            icon={<ChevronRight size={15} />}
            isDisabled={end >= facts.bytes}
            onPress={() => void actions.next()}
          />
          <IconButton
            label={t`Last page`}
            size="small"
            icon={<ChevronLast size={15} />}
            isDisabled={end >= facts.bytes}
            onPress={() => void actions.last()}
          />
        </span>
      )}
      <span className={styles.pagePlace} role="status">
        {isWhole(state)
          ? plural(facts.bytes)`The only byte | All ${formatCount(facts.bytes)} bytes`
          : t`Bytes ${formatCount(start)} to ${formatCount(end - 1)} of ${formatCount(facts.bytes)}`}
        {isPaging ? t` · reading` : ''}
      </span>
      <span className={styles.goTo}>
        <TextField
          label={t`Go to byte`}
          labelPosition="hidden"
          size="small"
          face="mono"
          className={styles.goToField ?? ''}
          placeholder={t`Byte, 0x… or %`}
          value={typed}
          onChange={setTyped}
          onSubmit={go}
        />
        <Button size="small" onPress={go}>{t`Go`}</Button>
      </span>
      {problem === '' ? null : (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
      <span className={styles.space} />
      <span className={styles.readBytes} title={t`Bytes of the blob fetched for this preview`}>
        {t`${formatBytes(readBytes)} read`}
      </span>
    </div>
  );
}

/** `1,048,576`, `0x100000` and `50 %`; null if it is not a position in the blob. */
function positionOf(text: string, totalBytes: number): number | null {
  const written = text.replace(/\s/gu, '');
  const percent = /^(.+)%$/u.exec(written)?.[1];
  if (percent !== undefined) {
    const share = readNumber(percent) / 100;
    return share >= 0 && share <= 1 ? Math.min(totalBytes - 1, Math.floor(totalBytes * share)) : null;
  }
  const offset = /^0x[\da-f]+$/iu.test(written) ? Number(written) : readNumber(written);
  return Number.isInteger(offset) && offset >= 0 && offset < totalBytes ? offset : null;
}
