// A short explanation of the one control it wraps, on hover and on keyboard focus.
import type { ReactElement } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger, type TooltipProps as AriaTooltipProps } from 'react-aria-components';
import { KeyCap } from './key-cap';
import styles from './tooltip.module.css';

export interface TooltipProps {
  readonly text: string;
  readonly shortcut?: string | undefined;
  readonly placement?: AriaTooltipProps['placement'];
  /** One focusable control of this library or of react-aria-components. */
  readonly children: ReactElement;
}

export function Tooltip({ text, shortcut, placement = 'bottom', children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      {children}
      <AriaTooltip className={styles.tooltip} placement={placement} offset={6}>
        <span>{text}</span>
        {shortcut !== undefined && <KeyCap keys={shortcut} tone="inverse" />}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
