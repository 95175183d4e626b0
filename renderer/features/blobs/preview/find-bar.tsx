// The search field over a page, and the search through the whole blob: confirmed if it would read much, and
// cancellable.
import { ArrowDown, ArrowUp, CaseSensitive, X } from 'lucide-react';
import { maxFindHits } from '@shared/model/blob-preview';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { Button, IconButton, ProgressBar, TextField, ToggleButton, describeError } from '@renderer/ui';
import type { Find, WholeSearch } from './use-find';
import styles from './preview.module.css';

export interface FindBarProps {
  readonly find: Find;
  readonly totalBytes: number;
  readonly isHex: boolean;
  /** Whether the page in view is the whole blob. */
  readonly isWhole: boolean;
  readonly onClose: () => void;
}

export function FindBar({ find, totalBytes, isHex, isWhole, onClose }: FindBarProps) {
  const { search, matches } = find;
  const asking = search?.status === 'asking';
  return (
    <div
      className={styles.findBar}
      role="search"
      aria-label={t`Find in blob`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <TextField
        label={t`Find`}
        labelPosition="hidden"
        size="small"
        face="mono"
        autoFocus
        className={styles.findField ?? ''}
        placeholder={isHex ? t`Text, or 0x followed by bytes` : t`Find`}
        value={find.text}
        onChange={(text) => find.write(text)}
        onSubmit={() => find.step('next')}
      />
      <ToggleButton
        label={t`Match case`}
        icon={<CaseSensitive size={15} />}
        isSelected={find.letterCase === 'exact'}
        onChange={(exact) => find.match(exact ? 'exact' : 'ignore')}
      />
      <IconButton
        label={t`Previous match`}
        size="small"
        icon={<ArrowUp size={14} />}
        isDisabled={!matches?.offsets.length}
        onPress={() => find.step('previous')}
      />
      <IconButton
        label={t`Next match`}
        size="small"
        icon={<ArrowDown size={14} />}
        isDisabled={!matches?.offsets.length}
        onPress={() => find.step('next')}
      />
      <span className={styles.findWords} role="status">
        {foundText(find, isWhole ? 'whole' : 'part', totalBytes)}
      </span>
      {search?.status === 'running' ? (
        <span className={styles.findProgress}>
          <ProgressBar label={t`Search`} fraction={totalBytes === 0 ? 1 : search.doneBytes / totalBytes} />
        </span>
      ) : null}
      {asking ? (
        <Button size="small" variant="primary" onPress={() => find.searchAll('asked')}>
          {t`Read ${formatBytes(totalBytes)}`}
        </Button>
      ) : null}
      {search?.status === 'running' || asking ? (
        <Button size="small" onPress={() => find.stop()}>
          {asking ? t`Cancel` : t`Stop`}
        </Button>
      ) : isWhole ? null : (
        <Button size="small" isDisabled={matches === null} onPress={() => find.searchAll('ask-first')}>
          {t`Find in whole blob`}
        </Button>
      )}
      <span className={styles.space} />
      <IconButton label={t`Close find`} size="small" icon={<X size={14} />} onPress={onClose} />
    </div>
  );
}

function foundText({ problem, matches, search }: Find, page: 'whole' | 'part', totalBytes: number): string {
  if (problem !== '') return problem;
  if (matches === null) return '';
  if (search?.status === 'asking') return t`This reads the whole blob (${formatBytes(totalBytes)}).`;
  const { offsets, current } = matches;
  const at = current === null ? -1 : offsets.indexOf(current);
  const count = t`${at === -1 ? '' : t`${formatCount(at + 1)} of `}${formatCount(offsets.length)} found`;
  return `${count}${search === null ? (page === 'whole' ? '' : t` on this page`) : reachText(search, totalBytes)}`;
}

function reachText({ status, doneBytes, error }: WholeSearch, totalBytes: number): string {
  const reach = t` in ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`;
  if (status === 'searched') return t` in the whole blob`;
  if (status === 'limit') return t`${reach}; the search stops after ${formatCount(maxFindHits)}`;
  if (status === 'stopped') return t`${reach}, stopped`;
  return error === null ? reach : `${reach}. ${describeError(error).title}`;
}
