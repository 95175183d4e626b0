// Short messages about work elsewhere that disappear by themselves unless they report a failure. They are placed where
// no view has its controls: in the side bar, or in a strip below the content while that is closed.
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useContext, useEffect, useState } from 'react';
import { create } from 'zustand';
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { visibleLine, visibleLines } from '@shared/visible-text';
import { Button, ButtonSizeContext, IconButton } from './button';
import { classNames } from './class-names';
import { RemedyContext } from './remedies';
import styles from './toast.module.css';
import { describeError, reasonOf } from './error-text';

export interface ToastContent {
  readonly tone: 'good' | 'bad' | 'information';
  readonly title: string;
  readonly text?: string;
  readonly action?: { readonly label: string; readonly onAction: () => void };
  /** The cause: a fault of the app links to its entry in the fault log. */
  readonly failure?: StowageError;
  /** Of one topic only the newest is true: an earlier copy is no longer on the clipboard. */
  readonly topic?: 'clipboard';
}

type Toast = ToastContent & { readonly id: number };

interface ToastStore {
  readonly toasts: readonly Toast[];
}

const useToasts = create<ToastStore>()(() => ({ toasts: [] }));
let nextId = 1;

const maxShown = 4;

/**
 * Shows a toast; at most four stay visible, plus one that disappears on its own. Returns a function that removes it.
 */
export function showToast(content: ToastContent): () => void {
  const id = nextId++;
  useToasts.setState(({ toasts }) => {
    const others = toasts.filter(({ topic }) => topic === undefined || topic !== content.topic);
    const { title, text } = content;
    const shown = { title: visibleLine(title), ...(text === undefined ? {} : { text: visibleLines(text) }) };
    return { toasts: [...withRoomFor(content, others), { ...content, ...shown, id }] };
  });
  return () => dismiss(id);
}

/** A toast that disappears on its own makes room, and never replaces one that waits for the user. */
function withRoomFor(coming: ToastContent, toasts: readonly Toast[]): readonly Toast[] {
  if (toasts.length < maxShown) return toasts;
  const leaves = toasts.find(goesByItself) ?? (goesByItself(coming) ? undefined : toasts[0]);
  return toasts.filter((toast) => toast !== leaves);
}

function goesByItself({ tone, action }: ToastContent): boolean {
  return tone !== 'bad' && action === undefined;
}

function dismiss(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

const icons = {
  good: <CircleCheck size={16} aria-hidden />,
  bad: <CircleAlert size={16} aria-hidden />,
  information: <Info size={16} aria-hidden />,
} as const;

export interface ToastRegionProps {
  /** Reserved room in either position: they cover nothing. */
  readonly position: 'side-bar' | 'below-content';
}

/** Rendered once at a time, by the shell. Newest on top. */
export function ToastRegion({ position }: ToastRegionProps) {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div
      className={classNames(styles.region, position === 'below-content' ? styles.strip : styles.sideBar)}
      role="region"
      aria-label={t`Notifications`}
    >
      {[...toasts].reverse().map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

const shownMs = 6_000;
/** A toast with an action stays long enough for a user who looks up from their work to read it. */
const answeredMs = 20_000;

function ToastCard({ toast }: { readonly toast: Toast }) {
  const { id, tone, title, text, action, failure } = toast;
  const remedies = useContext(RemedyContext);
  const report = failure?.kind === 'bug' ? remedies(failure, undefined) : null;
  const stayMs = action === undefined ? shownMs : answeredMs;
  // Whoever reads it or is on its way to its button decides how long it stays.
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isPointedAt || isFocused;
  useEffect(() => {
    if (tone === 'bad' || isHeld) return;
    const timer = setTimeout(() => dismiss(id), stayMs);
    return () => clearTimeout(timer);
  }, [id, tone, stayMs, isHeld]);
  return (
    <div
      className={classNames(styles.toast, styles[tone])}
      role={tone === 'bad' ? 'alert' : 'status'}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <span className={styles.icon}>{icons[tone]}</span>
      <div className={styles.words}>
        <strong className={styles.title}>{title}</strong>
        {text !== undefined && <span className={styles.text}>{text}</span>}
        {action && (
          <Button
            size="small"
            className={styles.action ?? ''}
            onPress={() => {
              action.onAction();
              dismiss(id);
            }}
          >
            {action.label}
          </Button>
        )}
        {report !== null && (
          <span className={styles.action}>
            <ButtonSizeContext.Provider value="small">{report}</ButtonSizeContext.Provider>
          </span>
        )}
      </div>
      <IconButton
        label={t`Dismiss`}
        className={styles.close ?? ''}
        icon={<X size={14} />}
        size="small"
        onPress={() => dismiss(id)}
      />
    </div>
  );
}

/** `title`: what failed, if the failure itself does not contain it. */
export function showFailure(thrown: unknown, title?: string): void {
  const failure = StowageError.from(thrown);
  if (title !== undefined) {
    showToast({ tone: 'bad', title, text: reasonOf(failure), failure });
    return;
  }
  const message = describeError(failure);
  const text = [message.explanation, message.action].filter((part) => part !== '').join(' ');
  showToast({ tone: 'bad', title: message.title, text, failure });
}
