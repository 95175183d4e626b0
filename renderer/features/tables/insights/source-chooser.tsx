// Which roles and instances are drawn, where there are more than can be told apart.
import { t } from '@shared/strings/t';
import { Button, Checkbox, Popover } from '@renderer/ui';
import { formatCount } from '@shared/units';
import { maxSources } from './counter-series';
import styles from './wad.module.css';

export interface SourceChooserProps {
  readonly sources: readonly string[];
  readonly shown: ReadonlySet<string>;
  readonly onChange: (shown: ReadonlySet<string>) => void;
}

export function SourceChooser({ sources, shown, onChange }: SourceChooserProps) {
  const toggle = (source: string): void => {
    const next = new Set(shown);
    if (!next.delete(source)) next.add(source);
    onChange(next);
  };
  return (
    <Popover
      label={t`Instances that are drawn`}
      placement="bottom end"
      trigger={
        <Button size="small">{t`${formatCount(shown.size)} of ${formatCount(sources.length)} instances`}</Button>
      }
    >
      <p className={styles.unit}>{t`At most ${maxSources} at a time.`}</p>
      <div className={styles.sources}>
        {sources.map((source) => (
          <Checkbox
            key={source}
            isSelected={shown.has(source)}
            isDisabled={shown.has(source) ? shown.size === 1 : shown.size >= maxSources}
            onChange={() => toggle(source)}
          >
            {source}
          </Checkbox>
        ))}
      </div>
    </Popover>
  );
}
