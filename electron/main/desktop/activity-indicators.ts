// Shows running work outside the window: taskbar or dock progress, a notification when work ends unseen, and a block on
// the computer's sleep.
import { type BrowserWindow, Notification, powerSaveBlocker } from 'electron';
import { type Work, barOf, hiddenBar, isUnderWay } from './work';
import { noticesOf } from './work-notices';

export interface ActivityIndicators {
  show(work: readonly Work[]): void;
}

export interface ActivityIndicatorsOptions {
  readonly windows: () => readonly BrowserWindow[];
  /** A notification was clicked. */
  readonly open: () => void;
}

export function createActivityIndicators({ windows, open }: ActivityIndicatorsOptions): ActivityIndicators {
  let before: readonly Work[] = [];
  let bar = hiddenBar;
  let barOn: readonly BrowserWindow[] = [];
  let blocker: number | null = null;
  // A notification without a reference is garbage-collected, and its click handler with it.
  const shown = new Set<Notification>();

  const showBar = (work: readonly Work[]): void => {
    const next = barOf(work);
    const targets = windows();
    const isSame = next === bar && targets.length === barOn.length && targets.every((each) => barOn.includes(each));
    if (isSame) return;
    bar = next;
    barOn = targets;
    for (const target of targets) target.setProgressBar(next);
  };
  const keepAwake = (work: readonly Work[]): void => {
    const needed = work.some(isUnderWay);
    if (needed && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    if (!needed && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
  const notify = (work: readonly Work[]): void => {
    if (!Notification.isSupported() || windows().some((each) => each.isFocused())) return;
    for (const { title, body } of noticesOf(before, work)) {
      const notification = new Notification({ title, body });
      const drop = (): void => void shown.delete(notification);
      notification.on('click', () => {
        drop();
        open();
      });
      notification.on('close', drop);
      notification.on('failed', drop);
      shown.add(notification);
      notification.show();
    }
  };

  return {
    show: (work) => {
      showBar(work);
      keepAwake(work);
      notify(work);
      before = work;
    },
  };
}
