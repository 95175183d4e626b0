// The speed limit of all transfers together, in Settings and at the list of jobs: applied and saved by the engine as soon
// as it is changed.
import { Gauge } from 'lucide-react';
import { create } from 'zustand';
import type { Pace } from '@shared/model/transfer-pace';
import { t } from '@shared/strings/t';
import { paceText } from '@shared/timetable/pace-text';
import { call, useCall } from '@renderer/bridge';
import { Button, ErrorNotice, Popover, classNames, showToast } from '@renderer/ui';
import styles from './combined-speed.module.css';
import { PaceEditor } from './pace-editor';

/** As changed in this window, which shows it in several places; null for what the engine has. */
const useChanged = create<{ readonly pace: Pace | null }>()(() => ({ pace: null }));

export function CombinedSpeed() {
  const { data, error } = useCall('transfers.read-pace', {});
  const changed = useChanged(({ pace }) => pace);
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return null;
  const change = (pace: Pace): void => {
    useChanged.setState({ pace });
    call('transfers.write-pace', { pace }).catch(() =>
      showToast({ tone: 'bad', title: t`The speed could not be changed` }),
    );
  };
  const value = changed ?? data.pace;
  return <PaceEditor of={t`all transfers together`} value={value} timeZone={data.timeZone} onChange={change} />;
}

const limits = (pace: Pace): boolean =>
  pace.kind === 'timetable' ? pace.hours.some((hour) => hour !== 'full') : pace.kind === 'limit';

/** Says the limit that is set, and opens it. */
export function SpeedLimitButton() {
  const { data, reload } = useCall('transfers.read-pace', {});
  const changed = useChanged(({ pace }) => pace);
  const pace = changed ?? data?.pace;
  const isLimited = pace !== undefined && limits(pace);
  return (
    <Popover
      label={t`Combined speed of all transfers`}
      placement="top end"
      onOpenChange={(isOpen) => {
        if (isOpen) reload();
      }}
      trigger={
        <Button
          size="small"
          variant="quiet"
          className={classNames(styles.trigger, isLimited && styles.limited)}
          icon={<Gauge size={14} aria-hidden />}
        >
          {isLimited ? paceText(pace) : <span className={styles.words}>{t`Speed limit`}</span>}
        </Button>
      }
    >
      <div className={styles.panel}>
        <h2 className={styles.title}>{t`Combined speed of all transfers`}</h2>
        <CombinedSpeed />
        <p className={styles.note}>{t`Each job can also have its own limit; the lower one applies.`}</p>
      </div>
    </Popover>
  );
}
