// Short messages about work elsewhere that disappear by themselves unless they report a failure. The newest floats at
// the bottom right, above the foot of the view; the others open below it, and a bell in the status bar lists them all.
import { ChevronDown, ChevronUp, CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type FocusEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
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
  /** `bad` and `caution` stay until they are dismissed. */
  readonly tone: 'good' | 'caution' | 'bad' | 'information';
  readonly title: string;
  readonly text?: string;
  readonly action?: { readonly label: string; readonly onAction: () => void };
  /** The cause: a fault of the app links to its entry in the fault log. */
  readonly failure?: StowageError;
  /** Of one topic only the newest is true: an earlier copy is no longer on the clipboard, an undone change not applied. */
  readonly topic?: 'clipboard' | 'applied';
}

type Toast = ToastContent & { readonly id: number };

/** A message as the bell shows it: its text only, since its action may no longer apply. */
interface PastMessage extends Pick<ToastContent, 'tone' | 'title' | 'text'> {
  readonly id: number;
  readonly atMs: number;
}

interface ToastStore {
  readonly toasts: readonly Toast[];
  /** Newest first. */
  readonly past: readonly PastMessage[];
  /** The newest message that was there when the list was last open. */
  readonly seenId: number;
  /** While it is, messages show in it and do not float. */
  readonly isListOpen: boolean;
}

const useToasts = create<ToastStore>()(() => ({
  toasts: [],
  past: [],
  seenId: 0,
  isListOpen: false,
}));
let nextId = 1;

const maxShown = 4;
const maxPast = 50;

/**
 * Shows a toast; at most four stay visible, plus one that disappears on its own. Returns a function that removes it.
 */
export function showToast(content: ToastContent): () => void {
  const id = nextId++;
  useToasts.setState(({ toasts, past }) => {
    const others = toasts.filter(({ topic }) => topic === undefined || topic !== content.topic);
    const { title, text } = content;
    const shown = { title: visibleLine(title), ...(text === undefined ? {} : { text: visibleLines(text) }) };
    const message = { id, tone: content.tone, atMs: Date.now(), ...shown };
    return {
      toasts: [...withRoomFor(content, others), { ...content, ...shown, id }],
      // What is on the clipboard is no news later.
      past: content.topic === 'clipboard' ? past : [message, ...past].slice(0, maxPast),
    };
  });
  return () => dismiss(id);
}

/** Adds a message to the list of the bell without showing it: for what was in sight until now. */
export function noteMessage({ tone, title, text }: Pick<ToastContent, 'tone' | 'title' | 'text'>): void {
  const id = nextId++;
  const shown = { title: visibleLine(title), ...(text === undefined ? {} : { text: visibleLines(text) }) };
  useToasts.setState(({ past }) => ({
    past: [{ id, tone, atMs: Date.now(), ...shown }, ...past].slice(0, maxPast),
  }));
}

/** A toast that disappears on its own makes room, and never replaces one that waits for the user. */
function withRoomFor(coming: ToastContent, toasts: readonly Toast[]): readonly Toast[] {
  if (toasts.length < maxShown) return toasts;
  const leaves = toasts.find(goesByItself) ?? (goesByItself(coming) ? undefined : toasts[0]);
  return toasts.filter((toast) => toast !== leaves);
}

const stays = (tone: ToastContent['tone']): boolean => tone === 'bad' || tone === 'caution';

function goesByItself({ tone, action }: ToastContent): boolean {
  return !stays(tone) && action === undefined;
}

function dismiss(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

/** What was shown, newest first, and how many of those nobody has looked at in the list. */
export function usePastMessages(): { readonly messages: readonly PastMessage[]; readonly unseen: number } {
  const { past, seenId, toasts } = useToasts();
  const onScreen = new Set(toasts.map(({ id }) => id));
  return { messages: past, unseen: past.filter(({ id }) => id > seenId && !onScreen.has(id)).length };
}

/** The list of past messages was opened or closed: those in it have been seen. */
export function showPastMessages(list: 'open' | 'closed'): void {
  useToasts.setState({ isListOpen: list === 'open', seenId: nextId - 1 });
}

/** The list closes with them. */
export function clearPastMessages(): void {
  useToasts.setState({ past: [], isListOpen: false });
}

export const toneIcons = {
  good: <CircleCheck size={16} aria-hidden />,
  caution: <CircleAlert size={16} aria-hidden />,
  bad: <CircleAlert size={16} aria-hidden />,
  information: <Info size={16} aria-hidden />,
} as const;

/** Rendered once, by the shell. The newest is shown; the others too when the list is expanded. */
export function ToastRegion() {
  const { toasts, isListOpen } = useToasts();
  const [isExpanded, setExpanded] = useState(false);
  const others = toasts.length - 1;
  if (others < 1 && isExpanded) setExpanded(false);
  return (
    <div
      className={classNames(styles.region, !isExpanded && styles.folded, isListOpen && styles.covered)}
      role="region"
      aria-label={t`Notifications`}
      // Can be read and closed while a dialog waits, which stays open.
      data-react-aria-top-layer="true"
    >
      {[...toasts].reverse().map((toast, index) => (
        <ToastCard key={toast.id} toast={toast} isCovered={isListOpen}>
          {index === 0 && others > 0 && (
            <Button
              variant="quiet"
              size="small"
              className={styles.more ?? ''}
              icon={isExpanded ? <ChevronDown size={14} aria-hidden /> : <ChevronUp size={14} aria-hidden />}
              aria-expanded={isExpanded}
              onPress={() => setExpanded(!isExpanded)}
            >
              {isExpanded ? t`Show less` : t`${others} more`}
            </Button>
          )}
        </ToastCard>
      ))}
    </div>
  );
}

const shownMs = 6_000;
/** A toast with an action stays long enough for a user who looks up from their work to read it. */
const answeredMs = 20_000;

interface ToastCardProps {
  readonly toast: Toast;
  readonly isCovered: boolean;
  readonly children?: ReactNode;
}

function ToastCard({ toast, isCovered, children }: ToastCardProps) {
  const { id, tone, title, text, action, failure } = toast;
  const remedies = useContext(RemedyContext);
  const report = failure?.kind === 'bug' ? remedies(failure, undefined) : null;
  const stayMs = action === undefined ? shownMs : answeredMs;
  // Whoever reads it or is on its way to its button decides how long it stays.
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isPointedAt || isFocused || isCovered;
  // Whoever came by keyboard goes on from there when the message is gone.
  const cameFrom = useRef<EventTarget | null>(null);
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
    setFocused(true);
  };
  const leave = (): void => {
    dismiss(id);
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  };
  useEffect(() => {
    if (stays(tone) || isHeld) return;
    const timer = setTimeout(() => dismiss(id), stayMs);
    return () => clearTimeout(timer);
  }, [id, tone, stayMs, isHeld]);
  return (
    <div
      className={classNames(styles.toast, styles[tone])}
      role={tone === 'bad' ? 'alert' : 'status'}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={onFocus}
      onBlur={() => setFocused(false)}
    >
      <span className={styles.icon}>{toneIcons[tone]}</span>
      <div className={styles.words}>
        <strong className={styles.title}>{title}</strong>
        {text !== undefined && <span className={styles.text}>{text}</span>}
        {action && (
          <Button
            size="small"
            className={styles.action ?? ''}
            onPress={() => {
              action.onAction();
              leave();
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
        {children}
      </div>
      <IconButton label={t`Dismiss`} icon={<X size={14} />} size="small" onPress={leave} />
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
