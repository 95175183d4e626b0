// A short explanation of the one control it wraps, on hover and on keyboard focus. Escape takes it away together with
// what else Escape closes, as the tips of the desktop go.
import { type ReactElement, useContext, useEffect } from 'react';
import { flushSync } from 'react-dom';
import {
  Tooltip as AriaTooltip,
  TooltipTrigger,
  TooltipTriggerStateContext,
  type TooltipProps as AriaTooltipProps,
} from 'react-aria-components';
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
      <EscapeGoesOn />
      <AriaTooltip className={styles.tooltip} placement={placement} offset={6}>
        <span>{text}</span>
        {shortcut !== undefined && <KeyCap keys={shortcut} tone="inverse" />}
      </AriaTooltip>
    </TooltipTrigger>
  );
}

/** The component library would keep the key for the tip alone: a dialog around would stay open. */
function EscapeGoesOn() {
  const tip = useContext(TooltipTriggerStateContext);
  useEffect(() => {
    if (tip?.isOpen !== true) return;
    // Closed, and its listener gone, before the key gets there.
    const closeFirst = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') flushSync(() => tip.close(true));
    };
    window.addEventListener('keydown', closeFirst, { capture: true });
    return () => window.removeEventListener('keydown', closeFirst, { capture: true });
  }, [tip]);
  return null;
}
