// The tables whose counters are drawn beside those of the tab: choosing them, and how far each was read.
import { useCall } from '@renderer/bridge';
import { Button, Checkbox, ErrorNotice, IconButton, LoadingRows, Popover, ProgressBar } from '@renderer/ui';
import { serviceMetricTables } from '@shared/query/wad-window';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { X } from 'lucide-react';
import shared from '../tab/figures.module.css';
import { counterTables } from './counter-tables';
import type { BesideWindow } from './use-window-reading';
import styles from './wad.module.css';
import { goOnText } from './window-texts';

/** Each has up to as many samples in memory as the table of the tab. */
const maxBeside = 5;

interface BesideChoice {
  readonly connectionId: string;
  /** The table of the tab. */
  readonly table: string;
  readonly chosen: readonly string[];
  readonly onChange: (tables: readonly string[]) => void;
}

export function AddTables(props: BesideChoice & { readonly disabledReason: string | undefined }) {
  const { disabledReason, ...choice } = props;
  return (
    <Popover
      label={t`Tables on the same time axis`}
      placement="bottom end"
      trigger={<Button size="small" disabledReason={disabledReason}>{t`Add tables`}</Button>}
    >
      <TableChooser {...choice} />
    </Popover>
  );
}

function TableChooser({ connectionId, table, chosen, onChange }: BesideChoice) {
  const { data, error, isLoading, reload } = useCall('tables.list', { connectionId });
  if (error !== null) return <ErrorNotice error={error} onRetry={reload} />;
  if (data === undefined && isLoading) return <LoadingRows label={t`Listing tables`} rows={4} columns={[80]} />;
  const listed = counterTables((data ?? []).map(({ name }) => name)).filter((name) => name !== table);
  const unlisted = serviceMetricTables.filter((name) => name !== table && !listed.includes(name));
  const box = (name: string) => (
    <Checkbox
      key={name}
      isSelected={chosen.includes(name)}
      isDisabled={!chosen.includes(name) && chosen.length >= maxBeside}
      onChange={(isChosen) => onChange(isChosen ? [...chosen, name] : chosen.filter((each) => each !== name))}
    >
      {name}
    </Checkbox>
  );
  return (
    <>
      <p className={styles.unit}>{t`Their counters in the same time window, at most ${maxBeside} tables.`}</p>
      <div className={styles.sources}>
        {listed.length === 0 ? <p>{t`No other table of this account holds counters.`}</p> : listed.map(box)}
        <p className={styles.unit}>{t`Metrics of the service`}</p>
        {unlisted.map(box)}
      </div>
    </>
  );
}

interface BesideStatusProps {
  readonly readings: readonly BesideWindow[];
  readonly onRemove: (table: string) => void;
}

/** One line for each table beside that of the tab. */
export function BesideStatus({ readings, onRemove }: BesideStatusProps) {
  if (readings.length === 0) return null;
  return (
    <ul className={styles.beside} aria-label={t`Tables on the same time axis`}>
      {readings.map((reading) => (
        <li key={reading.table}>
          <span className={styles.title}>{reading.table}</span>
          <span>{besideText(reading)}</span>
          {reading.status === 'reading' ? (
            <span className={shared.reading}>
              <ProgressBar label={t`Reading ${reading.table}`} fraction={null} />
              <Button size="small" onPress={reading.stop}>{t`Stop`}</Button>
            </span>
          ) : reading.status === 'done' || reading.status === 'failed' ? null : (
            <Button size="small" onPress={reading.start}>
              {goOnText(reading)}
            </Button>
          )}
          <IconButton
            label={t`Remove ${reading.table}`}
            size="small"
            icon={<X size={14} aria-hidden />}
            onPress={() => onRemove(reading.table)}
          />
          {reading.error === null ? null : <ErrorNotice error={reading.error} onRetry={reading.start} />}
        </li>
      ))}
    </ul>
  );
}

function besideText({ status, rows, pages, gathering, followedMs }: BesideWindow): string {
  if (status === 'none') return t`not read yet`;
  if (status === 'done' && gathering.samples === 0) return t`no counters in this time window`;
  if (followedMs !== null) return counted(gathering.samples, 'sample');
  return t`${counted(rows, 'row')} of ${counted(pages, 'page')}`;
}
