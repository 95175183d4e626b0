// Menus from a list of entries: below a button, or at the pointer.
import { type MouseEvent, type ReactElement, type ReactNode, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, type PopoverProps, Separator } from 'react-aria-components';
import { t } from '@shared/strings/t';
import { KeyCap } from './key-cap';
import styles from './menu.module.css';
import optionStyles from './options.module.css';
import { VisuallyHidden } from './visually-hidden';

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly description?: string;
  /** A word or two at the end of the line, where a description would double the height of a long list. */
  readonly aside?: string;
  readonly shortcut?: string | undefined;
  readonly tone?: 'standard' | 'danger';
  readonly isDisabled?: boolean;
  readonly onAction: () => void;
}
export type MenuEntry = MenuAction | 'separator';

interface MenuListProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** Only without a trigger, which would do both. */
  readonly onClose?: () => void;
  readonly focus?: 'first';
}

function MenuList({ label, entries, onClose, focus }: MenuListProps) {
  // Words start at one line: where one entry has an icon, the others keep its room.
  const hasIcons = entries.some((entry) => entry !== 'separator' && entry.icon !== undefined);
  return (
    <AriaMenu
      aria-label={label}
      className={optionStyles.list ?? ''}
      {...(onClose ? { onClose } : {})}
      {...(focus ? { autoFocus: focus } : {})}
    >
      {entries.map((entry, index) =>
        entry === 'separator' ? (
          <Separator key={`separator-${index}`} className={optionStyles.separator ?? ''} />
        ) : (
          <MenuItem
            key={entry.id}
            id={entry.id}
            textValue={entry.label}
            isDisabled={entry.isDisabled ?? false}
            onAction={entry.onAction}
            className={optionStyles.item ?? ''}
            {...(entry.tone === 'danger' ? { 'data-danger': '' } : {})}
          >
            {hasIcons && <span className={optionStyles.icon}>{entry.icon}</span>}
            <span className={optionStyles.words}>
              <span className={optionStyles.title}>{entry.label}</span>
              <Description text={entry.description} isSeen={!isDescribedBefore(entries, entry)} />
            </span>
            {entry.aside !== undefined && <span className={optionStyles.aside}>{entry.aside}</span>}
            {entry.shortcut !== undefined && <KeyCap keys={entry.shortcut} />}
          </MenuItem>
        ),
      )}
    </AriaMenu>
  );
}

function Description({ text, isSeen }: { readonly text: string | undefined; readonly isSeen: boolean }) {
  if (text === undefined) return null;
  const description = <span className={optionStyles.description}>{text}</span>;
  // Its name contains it all the same, after a space.
  return isSeen ? description : <VisuallyHidden> {description}</VisuallyHidden>;
}

/** One reason that disables several entries would push the others out of view. */
function isDescribedBefore(entries: readonly MenuEntry[], entry: MenuAction): boolean {
  if (entry.isDisabled !== true) return false;
  const describesIt = (other: MenuEntry): boolean =>
    other !== 'separator' && other.isDisabled === true && other.description === entry.description;
  return entries.find(describesIt) !== entry;
}

export interface MenuButtonProps {
  /** Names the menu for screen readers. */
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly placement?: PopoverProps['placement'];
  /** A Button or IconButton. */
  readonly children: ReactElement;
}

export function MenuButton({ label, entries, placement = 'bottom start', children }: MenuButtonProps) {
  return (
    <MenuTrigger>
      {children}
      <Popover className={optionStyles.popover ?? ''} placement={placement} offset={4}>
        <MenuList label={label} entries={entries} />
      </Popover>
    </MenuTrigger>
  );
}

export interface ContextMenuState {
  /** Give to `onContextMenu`; also answers the menu key and Shift+F10, which the browser turns into this event. */
  readonly open: (event: MouseEvent, label: string, entries: readonly MenuEntry[]) => void;
  /** The same at a point of the window, in CSS pixels: for callers without an event. */
  readonly openAt: (
    point: { readonly x: number; readonly y: number },
    label: string,
    entries: readonly MenuEntry[],
  ) => void;
  /** Render it once, anywhere in the component. */
  readonly element: ReactElement;
}

/**
 * For `onContextMenuCapture` of an element that has the focus in place of its active row: the browser opens a menu by a
 * key at the middle of the focused element, where there may be another row or none.
 */
export function menuKeyToActiveRow(event: MouseEvent<HTMLElement>): void {
  const isByKey = event.button === -1;
  if (!isByKey) return;
  event.preventDefault();
  event.stopPropagation();
  const active = document.getElementById(event.currentTarget.getAttribute('aria-activedescendant') ?? '');
  if (active === null) return;
  const { left, bottom } = active.getBoundingClientRect();
  const at = { clientX: left + menuInsetPx, clientY: bottom };
  active.dispatchEvent(new window.MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2, ...at }));
}

const menuInsetPx = 24;

interface OpenMenu {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
}

/** One context menu for a whole view: open it at the event with the entries for the element below the pointer. */
export function useContextMenu(): ContextMenuState {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const anchor = useRef<HTMLSpanElement>(null);
  const close = (): void => setMenu(null);
  return {
    open: (event, label, entries) => {
      event.preventDefault();
      event.stopPropagation();
      if (entries.length > 0) setMenu({ x: event.clientX, y: event.clientY, label, entries });
    },
    openAt: ({ x, y }, label, entries) => {
      if (entries.length > 0) setMenu({ x, y, label, entries });
    },
    element: (
      <>
        {/* In the body: an ancestor may be what fixed positions are counted from. */}
        {createPortal(
          <span ref={anchor} className={styles.anchor} style={{ left: menu?.x ?? 0, top: menu?.y ?? 0 }} />,
          document.body,
        )}
        <Popover
          className={optionStyles.popover ?? ''}
          aria-label={menu?.label ?? t`Menu`}
          triggerRef={anchor}
          // Beside the point, so that where little room is left it slides along the edge and stays whole.
          placement="end top"
          offset={2}
          isOpen={menu !== null}
          onOpenChange={(open) => {
            if (!open) close();
          }}
        >
          {menu && <MenuList label={menu.label} entries={menu.entries} onClose={close} focus="first" />}
        </Popover>
      </>
    ),
  };
}
