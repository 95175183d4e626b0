// Things that are on or off, and one-of-a-few choices shown side by side.
import type { ReactNode } from 'react';
import {
  ToggleButton as AriaToggleButton,
  ToggleButtonGroup,
  type ToggleButtonProps as AriaToggleButtonProps,
} from 'react-aria-components';
import { classNames } from './class-names';
import { Tooltip } from './tooltip';
import styles from './toggle.module.css';

export interface ToggleButtonProps extends Omit<AriaToggleButtonProps, 'className' | 'style' | 'children'> {
  readonly label: string;
  /** With an icon the label becomes tooltip and accessible name, unless `showLabel`. */
  readonly icon?: ReactNode;
  readonly showLabel?: boolean;
  /** Replaces the label, for texts that are hidden when there is little room. */
  readonly text?: ReactNode;
}

export function ToggleButton({ label, icon, showLabel: requestedLabel, text = label, ...rest }: ToggleButtonProps) {
  const showLabel = requestedLabel ?? icon === undefined;
  const button = (
    <AriaToggleButton
      {...rest}
      {...(showLabel ? {} : { 'aria-label': label })}
      className={classNames(styles.toggle, !showLabel && styles.iconOnly)}
    >
      {icon}
      {showLabel && text}
    </AriaToggleButton>
  );
  return showLabel ? button : <Tooltip text={label}>{button}</Tooltip>;
}

export interface SegmentOption<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Replaces the label, for texts that are hidden when there is little room. */
  readonly text?: ReactNode;
}

export interface SegmentedControlProps<V extends string> {
  /** Names the group for screen readers. */
  readonly label: string;
  readonly options: readonly SegmentOption<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  /** `fill` stretches over the width it is given. */
  readonly width?: 'fit' | 'fill';
}

export function SegmentedControl<V extends string>(props: SegmentedControlProps<V>) {
  const { label, options, value, onChange, width = 'fit' } = props;
  // The keyboard comes in at the chosen one from either side.
  const entrance = options.some((option) => option.value === value) ? value : options[0]?.value;
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={classNames(styles.segments, width === 'fill' && styles.fill)}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      // By default the group returns the focus to where it was last, through its one tab stop.
      render={(group) => <div {...group} onFocusCapture={undefined} />}
      onSelectionChange={(keys) => {
        const chosen = options.find((option) => keys.has(option.value));
        // The group also calls this when the selected option is pressed again.
        if (chosen && chosen.value !== value) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <AriaToggleButton
          key={option.value}
          id={option.value}
          excludeFromTabOrder={option.value !== entrance}
          className={styles.segment ?? ''}
          onHoverStart={({ target }) => titleWithoutText(target, option.label)}
        >
          {option.icon}
          {option.text ?? option.label}
        </AriaToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** Where the icon replaces the label, the tooltip shows it. */
function titleWithoutText(segment: HTMLElement, label: string): void {
  const text = segment.lastElementChild;
  const isHidden = text instanceof HTMLElement && text.offsetWidth <= 1;
  if (isHidden) segment.title = label;
  else segment.removeAttribute('title');
}
