// Reports faults of the window to main's fault log: unexpected errors, wherever they are shown, and uncaught ones.
// Errors returned by main or the engine are already logged there.
import { StowageError, onUnforeseen } from '@shared/errors';
import { createBugTeller } from '@shared/ipc/describe-bug';
import { call } from '@renderer/bridge';

/** The most that is reported: a view that fails each time it is drawn must not keep main busy. */
const maxReported = 50;

/** Once, before anything is drawn. Returns how to stop. */
export function reportFaults(target: Pick<Window, 'addEventListener' | 'removeEventListener'>): () => void {
  let reported = 0;
  const report = (text: string): void => {
    reported += 1;
    // A failure to report a fault must not be reported in turn.
    if (reported <= maxReported) call('fault-log.add', { text }).catch(() => undefined);
  };
  onUnforeseen(createBugTeller(report).unforeseen);
  const onError = (event: ErrorEvent): void => {
    if (!isNotice(event)) StowageError.from(thrownIn(event));
  };
  const onRejection = ({ reason }: PromiseRejectionEvent): void => void StowageError.from(reason);
  target.addEventListener('error', onError);
  target.addEventListener('unhandledrejection', onRejection);
  return () => {
    target.removeEventListener('error', onError);
    target.removeEventListener('unhandledrejection', onRejection);
    onUnforeseen(() => undefined);
  };
}

/** Messages of the browser about a page, such as that a layout took two rounds: nothing was thrown. */
function isNotice({ error, message, lineno }: ErrorEvent): boolean {
  return !(error instanceof Error) && (lineno === 0 || message.startsWith('ResizeObserver loop '));
}

/** A thrown value that is not an Error has no stack; the event contains where it was thrown. */
function thrownIn({ error, filename, lineno, colno }: ErrorEvent): Error {
  if (error instanceof Error) return error;
  const name = typeof error;
  const frame = ['    at', [filename, lineno, colno].join(':')].join(' ');
  return Object.assign(new Error(), { name, stack: `${name}\n${frame}` });
}
