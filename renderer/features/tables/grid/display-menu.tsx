// How values read in the grid: times, bytes, long text. What is copied stays exact.
import { IconButton, Popover, SegmentedControl } from '@renderer/ui';
import { Eye } from 'lucide-react';
import type { Display } from './display';
import styles from './rows-tools.module.css';

export interface DisplayMenuProps {
  readonly display: Display;
  readonly onChange: (display: Display) => void;
}

export function DisplayMenu({ display, onChange }: DisplayMenuProps) {
  return (
    <Popover
      label="Display"
      placement="bottom end"
      trigger={<IconButton label="Display" size="small" icon={<Eye size={14} aria-hidden />} />}
    >
      <div className={styles.panel}>
        <div className={styles.choice}>
          <span>Dates</span>
          <SegmentedControl<Display['dates']>
            label="Dates"
            options={[
              { value: 'utc', label: 'UTC' },
              { value: 'local', label: 'Local' },
              { value: 'raw', label: 'Raw' },
            ]}
            value={display.dates}
            onChange={(dates) => onChange({ ...display, dates })}
          />
        </div>
        <div className={styles.choice}>
          <span>Binary</span>
          <SegmentedControl<Display['bytes']>
            label="Binary"
            options={[
              { value: 'hex', label: 'Hex' },
              { value: 'base64', label: 'Base64' },
              { value: 'size', label: 'Size' },
            ]}
            value={display.bytes}
            onChange={(bytes) => onChange({ ...display, bytes })}
          />
        </div>
        <div className={styles.choice}>
          <span>Long text</span>
          <SegmentedControl<Display['text']>
            label="Long text"
            options={[
              { value: 'line', label: 'One line' },
              { value: 'wrapped', label: 'Three lines' },
            ]}
            value={display.text}
            onChange={(text) => onChange({ ...display, text })}
          />
        </div>
        <p className={styles.note}>Remembered for this table. Copied values stay exact.</p>
      </div>
    </Popover>
  );
}
