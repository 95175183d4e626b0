// What floats beside one control: a panel that it opens, and a short explanation of it on hover and on keyboard focus.
// Escape closes an explanation together with whatever else Escape closes, as desktop tooltips do, and so does moving
// the pointer away.
import { type ReactElement, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import {
  Dialog,
  DialogTrigger,
  Popover as AriaPopover,
  type PopoverProps as AriaPopoverProps,
  Tooltip as AriaTooltip,
  TooltipTrigger,
  TooltipTriggerStateContext,
} from 'react-aria-components';
import { KeyCap } from './key-cap';
import styles from './tooltip.module.css';
import popoverStyles from './popover.module.css';

export interface TooltipProps {
  /** Null for none at the moment. */
  readonly text: string | null;
  readonly shortcut?: string | undefined;
  /** One focusable control of this library or of react-aria-components. */
  readonly children: ReactElement;
}

export function Tooltip({ text, shortcut, children }: TooltipProps) {
  const shown = useRef<HTMLDivElement>(null);
  return (
    <TooltipTrigger delay={500} closeDelay={80} isDisabled={text === null}>
      {children}
      <EscapeGoesOn />
      <GoesWithThePointer shown={shown} />
      {text !== null && (
        <AriaTooltip ref={shown} className={styles.tooltip} placement="bottom" offset={6}>
          <span>{text}</span>
          {shortcut !== undefined && <KeyCap keys={shortcut} tone="inverse" />}
        </AriaTooltip>
      )}
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

/** A tooltip that the keyboard opened closes when the pointer moves: it could cover what the pointer is on its way to. */
function GoesWithThePointer({ shown }: { readonly shown: RefObject<HTMLDivElement | null> }) {
  const tip = useContext(TooltipTriggerStateContext);
  useEffect(() => {
    if (tip?.isOpen !== true) return;
    const closeElsewhere = ({ target }: PointerEvent): void => {
      const id = shown.current?.id;
      const isOverControl = target instanceof Element && target.closest(`[aria-describedby~="${id}"]`) !== null;
      if (!isOverControl) tip.close(true);
    };
    window.addEventListener('pointermove', closeElsewhere, { passive: true });
    return () => window.removeEventListener('pointermove', closeElsewhere);
  }, [tip, shown]);
  return null;
}

export interface PopoverProps {
  /** Names the panel for screen readers. */
  readonly label: string;
  /** A Button or IconButton. */
  readonly trigger: ReactElement;
  readonly placement?: AriaPopoverProps['placement'];
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** A floating panel under the button that opens it, for small forms and details. */
export function Popover({ label, trigger, placement = 'bottom start', onOpenChange, children }: PopoverProps) {
  return (
    <DialogTrigger {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      {trigger}
      <AriaPopover className={popoverStyles.popover ?? ''} placement={placement} offset={6}>
        <Dialog aria-label={label} className={popoverStyles.panel ?? ''}>
          {children}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
