// The prompt before quitting while work is running: its text, and when it is not shown. Pure except for its memory.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { type Work, isUnderWay } from '../desktop/work';

export interface QuitPrompt {
  readonly message: string;
  readonly detail: string;
  /** First the one that quits, then the one that does not. */
  readonly buttons: readonly [string, string];
}

/** Null when no work is running. */
export function quitPromptOf(work: readonly Work[]): QuitPrompt | null {
  const underWay = work.filter(isUnderWay);
  const [first] = underWay;
  if (first === undefined) return null;
  const named = countOf(underWay);
  return {
    message: underWay.length === 1 ? t`${first.noun} of ${first.title} is not finished` : t`${named} are not finished`,
    detail: t`Finished work is saved. Resume continues from there when Stowage runs again. Staged changes in tables are saved as well.`,
    buttons: [t`Quit and pause ${named}`, t`Cancel`],
  };
}

function countOf(work: readonly Work[]): string {
  const isAll = (kind: Work['of']): boolean => work.every(({ of }) => of === kind);
  return counted(work.length, isAll('transfer') ? 'transfer' : isAll('table') ? 'table job' : 'job');
}

/** `Window`: the host's reference to a window. */
export interface QuitGuardOptions<Window> {
  readonly prompt: () => QuitPrompt | null;
  /** Resolves to whether the user wants to quit. Shown in the window that closes; null for none. */
  readonly request: (prompt: QuitPrompt, closing: Window | null) => Promise<'quit' | 'keep'>;
  /** Quits the app; `beforeQuit` then returns `go`. */
  readonly quit: () => void;
}

export interface QuitGuard<Window> {
  /**
   * Call it before the app quits or its last window closes, with the window in which the user requested that. `wait`:
   * not now; the user is prompted first.
   */
  beforeQuit(closing: Window | null): 'go' | 'wait';
  /** From here on no prompt is shown: the system is shutting down, or the app was requested to quit. */
  agree(): void;
  /** Revokes the consent, because the window stays open for its staged edits. */
  stay(): void;
}

export function createQuitGuard<Window>({
  prompt,
  request: confirm,
  quit,
}: QuitGuardOptions<Window>): QuitGuard<Window> {
  let agreed: 'no' | 'by the person' | 'for good' = 'no';
  let asking = false;
  return {
    agree: () => {
      agreed = 'for good';
    },
    stay: () => {
      if (agreed === 'by the person') agreed = 'no';
    },
    beforeQuit: (closing) => {
      if (agreed !== 'no') return 'go';
      if (asking) return 'wait';
      const current = prompt();
      if (current === null) return 'go';
      asking = true;
      const settle = (answer: 'quit' | 'keep'): void => {
        asking = false;
        if (answer === 'keep') return;
        agreed = 'by the person';
        quit();
      };
      confirm(current, closing).then(settle, () => settle('keep'));
      return 'wait';
    },
  };
}
