// How values are displayed in the grid: times, bytes, long text. Copied values stay exact.
import { t } from '@shared/strings/t';
import { IconButton, Popover, SegmentedControl } from '@renderer/ui';
import { Eye } from 'lucide-react';
import type { Display } from '../result/value-format';
import styles from './rows-tools.module.css';

export interface DisplayMenuProps {
  readonly display: Display;
  readonly onChange: (display: Display) => void;
}

export function DisplayMenu({ display, onChange }: DisplayMenuProps) {
  return (
    <Popover
      label={t`Display`}
      placement="bottom end"
      trigger={<IconButton label={t`Display`} size="small" icon={<Eye size={14} aria-hidden />} />}
    >
      <div className={styles.panel}>
        <div className={styles.choice}>
          <span>{t`Dates`}</span>
          <SegmentedControl<Display['dates']>
            label={t`Dates`}
            options={[
              { value: 'utc', label: t`UTC` },
              { value: 'local', label: t`Local` },
              { value: 'raw', label: t`Raw` },
            ]}
            value={display.dates}
            onChange={(dates) => onChange({ ...display, dates })}
          />
        </div>
        <div className={styles.choice}>
          <span>{t`Binary`}</span>
          <SegmentedControl<Display['bytes']>
            label={t`Binary`}
            options={[
              { value: 'hex', label: t`Hex` },
              { value: 'base64', label: t`Base64` },
              { value: 'size', label: t`Size` },
            ]}
            value={display.bytes}
            onChange={(bytes) => onChange({ ...display, bytes })}
          />
        </div>
        <div className={styles.choice}>
          <span>{t`Long text`}</span>
          <SegmentedControl<Display['text']>
            label={t`Long text`}
            options={[
              { value: 'line', label: t`One line` },
              { value: 'wrapped', label: t`Three lines` },
            ]}
            value={display.text}
            onChange={(text) => onChange({ ...display, text })}
          />
        </div>
        <p className={styles.note}>{t`Remembered for this table. Copied values stay exact.`}</p>
      </div>
    </Popover>
  );
}
