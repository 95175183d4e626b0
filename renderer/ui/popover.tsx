// A floating panel under the button that opens it, for small forms and details.
import type { ReactElement, ReactNode } from 'react';
import {
  Dialog,
  DialogTrigger,
  Popover as AriaPopover,
  type PopoverProps as AriaPopoverProps,
} from 'react-aria-components';
import styles from './popover.module.css';

export interface PopoverProps {
  /** Names the panel for screen readers. */
  readonly label: string;
  /** A Button or IconButton. */
  readonly trigger: ReactElement;
  readonly placement?: AriaPopoverProps['placement'];
  readonly children: ReactNode;
}

export function Popover({ label, trigger, placement = 'bottom start', children }: PopoverProps) {
  return (
    <DialogTrigger>
      {trigger}
      <AriaPopover className={styles.popover ?? ''} placement={placement} offset={6}>
        <Dialog aria-label={label} className={styles.panel ?? ''}>
          {children}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
