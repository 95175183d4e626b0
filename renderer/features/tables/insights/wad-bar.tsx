// Over the rows of a diagnostics table: the time window that is read.
import { t } from '@shared/strings/t';
import { HelpButton, helpTopics } from '@renderer/help/help';
import {
  Button,
  IconButton,
  MenuButton,
  type MenuEntry,
  SegmentedControl,
  TextField,
  ToggleButton,
} from '@renderer/ui';
import { momentText, ticksFromMs, type TimeZone } from '@shared/query/ticks';
import { type TimeKeys, type WadReading, precisePropertyOf } from '@shared/query/wad-window';
import { Clock, History, Radio } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import styles from './wad.module.css';
import { followEveryMs } from './window-reading';
import {
  type WindowConditions,
  type WindowDraft,
  emptyWindow,
  inZone,
  minutesOf,
  onDay,
  sameWindow,
  windowEndingWith,
  windowLengths,
  windowOfQuery,
  windowResult,
} from '../query/window-draft';

export interface WadBarProps {
  /** Where the keys hold the time. */
  readonly keys?: TimeKeys;
  readonly zone: TimeZone;
  readonly onZoneChange: (zone: TimeZone) => void;
  /** The time in the newest loaded row; null before the first. */
  readonly newestTicks: bigint | null;
  /** The conditions of the last run: a window among them is shown as its times. */
  readonly requested?: WindowConditions | undefined;
  /** Names of the properties of the loaded rows; empty before the first. */
  readonly columns?: readonly string[];
  readonly onRead: (reading: WadReading) => void;
  /** Following began or ended. */
  readonly onFollow?: (isOn: boolean) => void;
  /** `charts`: what is shown reads the newest samples by itself, so that the window is not read again every minute. */
  readonly followedBy?: 'rows' | 'charts';
}

const zones = [
  { value: 'utc', label: t`UTC` },
  { value: 'local', label: t`Local` },
] as const;

function requestedWindow({ requested, zone }: WadBarProps): WindowDraft | null {
  return requested === undefined ? null : windowOfQuery(requested, zone);
}

export function WadBar(props: WadBarProps) {
  const { zone, newestTicks, onFollow, followedBy = 'rows' } = props;
  const [draft, setDraft] = useState(() => requestedWindow(props) ?? { ...emptyWindow, zone });
  const requested = requestedWindow(props);
  const [lastRequested, setLastRequested] = useState(requested ?? draft);
  if (requested !== null && !sameWindow(requested, lastRequested)) {
    setLastRequested(requested);
    // Text typed since, and not read yet, stays.
    if (sameWindow(draft, lastRequested)) setDraft(requested);
  }
  const [isAttempted, setIsAttempted] = useState(false);
  const [isFollowing, setFollowing] = useState(false);
  const meant = newestTicks === null ? draft : onDay(draft, newestTicks);
  const result = windowResult(meant, precisePropertyOf(props.columns ?? []), props.keys);
  const wrongPart = result.state === 'wrong' ? result.part : undefined;
  const problem = result.state === 'wrong' ? result.sentence : undefined;
  const unfinished =
    isAttempted && result.state === 'unfinished' ? t`Enter the start and the end of the time window.` : undefined;
  const read = (): void => {
    setIsAttempted(true);
    setDraft(meant);
    if (result.state !== 'ready') return;
    const { state: _ready, ...reading } = result;
    props.onRead(reading);
  };
  const readUntilNow = (): void => {
    const minutes = minutesOf(meant);
    if (minutes === null) return;
    const next = windowEndingWith(ticksFromMs(Date.now()), minutes, zone);
    setDraft(next);
    const until = windowResult(next, precisePropertyOf(props.columns ?? []), props.keys);
    if (until.state !== 'ready') return;
    const { state: _ready, ...reading } = until;
    props.onRead(reading);
  };
  const readAgain = useEffectEvent(readUntilNow);
  useEffect(() => {
    if (!isFollowing || followedBy === 'charts') return undefined;
    const timer = setInterval(() => readAgain(), followEveryMs);
    return () => clearInterval(timer);
  }, [isFollowing, followedBy]);
  const toNewest: readonly MenuEntry[] =
    newestTicks === null
      ? []
      : windowLengths.map(({ minutes, text }) => ({
          id: `newest-${minutes}`,
          label: t`${text} of the loaded rows`,
          description: t`until ${momentText(newestTicks, zone)}`,
          onAction: () => setDraft(windowEndingWith(newestTicks, minutes, zone)),
        }));
  const toNow: readonly MenuEntry[] = windowLengths.map(({ minutes, text }) => ({
    id: `now-${minutes}`,
    label: t`${text} until now`,
    onAction: () => setDraft(windowEndingWith(ticksFromMs(Date.now()), minutes, zone)),
  }));

  return (
    <form
      className={styles.bar}
      aria-label={t`Time window`}
      onSubmit={(event) => {
        event.preventDefault();
        read();
      }}
    >
      <Clock size={14} className={styles.mark} aria-hidden />
      <TextField
        label={t`From (inclusive)`}
        labelPosition="hidden"
        face="mono"
        placeholder={t`from (inclusive)`}
        className={styles.moment ?? ''}
        value={draft.from}
        onChange={(from) => setDraft({ ...draft, from })}
        errorMessage={wrongPart === 'from' ? problem : unfinished}
      />
      <span aria-hidden className={styles.dash}>
        –
      </span>
      <TextField
        label={t`To (exclusive)`}
        labelPosition="hidden"
        face="mono"
        placeholder={t`to (exclusive)`}
        className={styles.moment ?? ''}
        value={draft.to}
        onChange={(to) => setDraft({ ...draft, to })}
        errorMessage={wrongPart === 'to' ? problem : undefined}
      />
      <MenuButton
        label={t`Choose a time window`}
        entries={[...toNewest, ...(toNewest.length > 0 ? (['separator'] as const) : []), ...toNow]}
      >
        <IconButton
          label={t`Time windows that end now or with the newest row`}
          icon={<History size={16} aria-hidden />}
        />
      </MenuButton>
      <SegmentedControl
        label={t`Time zone`}
        options={zones}
        value={zone}
        onChange={(next) => {
          setDraft(inZone(draft, next));
          props.onZoneChange(next);
        }}
      />
      <Button type="submit">{t`Read`}</Button>
      <ToggleButton
        label={t`Follow: a window of this length until now, every minute`}
        icon={<Radio size={16} aria-hidden />}
        isSelected={isFollowing}
        onChange={(isOn) => {
          setFollowing(isOn);
          onFollow?.(isOn);
          if (isOn) readUntilNow();
        }}
        isDisabled={result.state !== 'ready'}
      />
      {result.state === 'ready' ? <GrainNote reading={result} zone={zone} meant={meant} /> : null}
      <span className={styles.help}>
        <HelpButton label={t`Help for diagnostics tables`} topic={helpTopics.diagnostics} />
      </span>
    </form>
  );
}

/** The keys that a window within one minute reads, and the filter that narrows their rows to the window. */
function GrainNote({
  reading: { key, range, precise },
  zone,
  meant,
}: {
  readonly reading: WadReading;
  readonly zone: TimeZone;
  readonly meant: WindowDraft;
}) {
  const read = key === 'rowKey' ? null : windowOfQuery({ partitionKey: range }, zone);
  if (read === null || sameWindow(read, meant)) return null;
  return (
    <span className={styles.grain} role="note">
      {precise === null
        ? t`Keys contain whole minutes and the rows have no exact time: reads ${read.from} to ${read.to}.`
        : t`Keys contain whole minutes: reads ${read.from} to ${read.to}, then filters by ${precise.property}.`}
    </span>
  );
}
