// Which part of the blob is on screen, and the way to the others.
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatBytes, formatCount } from '@shared/units';
import { Button, IconButton, TextField } from '@renderer/ui';
import { type PreviewActions, type PreviewState, shownSpan } from './preview-store';
import styles from './preview.module.css';

export interface PagerProps {
  readonly state: PreviewState;
  readonly actions: PreviewActions;
}

export function Pager({ state, actions }: PagerProps) {
  const { page, facts, isPaging, readBytes } = state;
  const [place, setPlace] = useState('');
  const [problem, setProblem] = useState('');
  if (page === null || facts === null) return null;
  const { from, to } = shownSpan(state);
  const start = page.offset + from;
  const end = page.offset + to;
  const isWhole = start === 0 && end >= facts.bytes;
  const go = (): void => {
    const offset = placeOf(place, facts.bytes);
    setProblem(offset === null ? `A byte from 0 to ${formatCount(facts.bytes - 1)}, or a percentage` : '');
    if (offset !== null) void actions.goTo(offset);
  };
  return (
    <div className={styles.pager}>
      {isWhole ? null : (
        <span className={styles.steps} role="group" aria-label="Pages">
          <IconButton
            label="First page"
            size="small"
            icon={<ChevronFirst size={15} />}
            isDisabled={start === 0}
            onPress={() => void actions.first()}
          />
          <IconButton
            label="Previous page"
            size="small"
            icon={<ChevronLeft size={15} />}
            isDisabled={start === 0}
            onPress={() => void actions.previous()}
          />
          <IconButton
            label="Next page"
            size="small"
            icon={<ChevronRight size={15} />}
            isDisabled={end >= facts.bytes}
            onPress={() => void actions.next()}
          />
          <IconButton
            label="Last page"
            size="small"
            icon={<ChevronLast size={15} />}
            isDisabled={end >= facts.bytes}
            onPress={() => void actions.last()}
          />
        </span>
      )}
      <span className={styles.pagePlace} role="status">
        {isWhole
          ? `All ${formatCount(facts.bytes)} bytes`
          : `Bytes ${formatCount(start)} to ${formatCount(end - 1)} of ${formatCount(facts.bytes)}`}
        {isPaging ? ' · reading' : ''}
      </span>
      <span className={styles.goTo}>
        <TextField
          label="Go to byte"
          labelPosition="hidden"
          size="small"
          face="mono"
          className={styles.goToField ?? ''}
          placeholder="Byte, 0x… or %"
          value={place}
          onChange={setPlace}
          onSubmit={go}
        />
        <Button size="small" onPress={go}>
          Go
        </Button>
      </span>
      {problem === '' ? null : (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
      <span className={styles.space} />
      <span className={styles.readBytes} title="Bytes of the blob that were fetched for this preview">
        {formatBytes(readBytes)} read
      </span>
    </div>
  );
}

/** `1,048,576`, `0x100000` and `50 %`; null for what is no place in the blob. */
export function placeOf(text: string, totalBytes: number): number | null {
  const written = text.replace(/[\s,]/gu, '');
  const percent = /^(\d+(?:\.\d+)?)%$/u.exec(written)?.[1];
  if (percent !== undefined) {
    const share = Number(percent) / 100;
    return share > 1 ? null : Math.min(totalBytes - 1, Math.floor(totalBytes * share));
  }
  if (!/^(?:\d+|0x[\da-f]+)$/iu.test(written)) return null;
  const offset = Number(written);
  return offset < totalBytes ? offset : null;
}
