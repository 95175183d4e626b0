// Modal dialogs: a general one, and the one that prompts before something is destroyed.
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { t } from '@shared/strings/t';
import { visibleLine } from '@shared/visible-text';
import { dialogMark } from './above-all';
import { Button, IconButton } from './button';
import { classNames } from './class-names';
import { focusFirst } from './first-focus';
import styles from './dialog.module.css';
import { ErrorNotice } from './error-state';
import { TextField } from './text-field';
import { useAction } from './use-action';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly size?: 'small' | 'standard' | 'broad' | 'wide';
  /** The row of buttons, primary last. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
  /** Alert dialogs close by their buttons and Escape only. */
  readonly role?: 'dialog' | 'alertdialog';
}

export function Dialog({ title, isOpen, onClose, size = 'standard', footer, children, role = 'dialog' }: DialogProps) {
  return (
    <ModalOverlay
      className={styles.scrim ?? ''}
      isOpen={isOpen}
      isDismissable={role === 'dialog'}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={classNames(styles.modal, styles[size])} {...dialogMark}>
        <AriaDialog className={styles.dialog ?? ''} role={role}>
          <header className={styles.header}>
            <Heading slot="title" className={styles.title ?? ''}>
              {visibleLine(title)}
            </Heading>
            <IconButton label={t`Close`} icon={<X size={16} />} size="small" onPress={onClose} />
          </header>
          <div className={styles.body}>{children}</div>
          {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
          <FocusInside />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/**
 * Moves the focus into the dialog when it opens. React Aria does so later if it assumes a screen reader: after all
 * transitions of the page, and the transition of a hidden element may never be reported as ended.
 */
function FocusInside() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = mark.current?.parentElement;
    if (dialog && !dialog.contains(document.activeElement)) focusFirst(dialog);
    const stopKeeping = dialog ? keepOnTheWork(dialog) : undefined;
    return () => {
      stopKeeping?.();
      returnToDialogBelow();
    };
  }, []);
  return <span ref={mark} hidden />;
}

/**
 * If the focused control is removed, such as a button whose action is over, React Aria focuses the first one, which is
 * Close in the corner. Returns a function that stops this.
 */
function keepOnTheWork(dialog: HTMLElement): () => void {
  let last: EventTarget | null = document.activeElement;
  const onFocusIn = ({ target }: FocusEvent): void => {
    const isGone = last instanceof Element && !last.isConnected;
    last = target;
    const isWayOut = target instanceof Element && target.closest('header') !== null;
    if (isGone && isWayOut) focusFirst(dialog);
  };
  dialog.addEventListener('focusin', onFocusIn);
  return () => dialog.removeEventListener('focusin', onFocusIn);
}

/**
 * A dialog returns the focus to what opened it. If that is disabled by then, nothing in the dialog below would have the
 * focus, and Escape would not be handled. Checked after React Aria has restored the focus, a frame later.
 */
function returnToDialogBelow(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const below = [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]')].at(-1);
      if (below !== undefined && document.activeElement === document.body) focusFirst(below);
    }),
  );
}

export interface ConfirmDialogProps {
  /** Names the object: `Delete table Movies`. */
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** What happens, to how much, and whether it can be undone. */
  readonly children: ReactNode;
  /** Names the action and object: `Delete Movies`. */
  readonly confirmLabel: string;
  readonly tone?: 'danger' | 'standard';
  /** If set, it must be typed before the action is enabled. */
  readonly typedName?: string;
  /** The dialog stays open while it runs and shows a failure. */
  readonly onConfirm: () => Promise<void> | void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  return props.isOpen ? <OpenConfirmDialog {...props} /> : null;
}

function OpenConfirmDialog(props: ConfirmDialogProps) {
  const { title, onClose, children, confirmLabel, tone = 'danger', typedName, onConfirm } = props;
  const [typed, setTyped] = useState('');
  const { isRunning, error, run } = useAction(onClose);
  const allowed = typedName === undefined || typed === typedName;

  const confirm = async (): Promise<void> => {
    if (allowed) await run(async () => onConfirm());
  };

  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      size="small"
      role="alertdialog"
      footer={
        <>
          <Button onPress={onClose} autoFocus={typedName === undefined}>{t`Cancel`}</Button>
          <Button
            variant={tone === 'danger' ? 'danger' : 'primary'}
            isDisabled={!allowed}
            isPending={isRunning}
            onPress={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className={styles.text}>{children}</div>
      {typedName !== undefined && (
        <TextField
          label={t`Type “${typedName}” to confirm`}
          value={typed}
          onChange={setTyped}
          face="mono"
          autoFocus
          onSubmit={() => void confirm()}
        />
      )}
      {error && <ErrorNotice error={error} />}
    </Dialog>
  );
}
