// Prompts the user in a small window of main: without script, bridge or network, in a separate session, so that no
// other page can draw, read or answer it. One at a time.
import { BrowserWindow, nativeTheme, screen, session } from 'electron';
import type { PromptAnswer, PromptRequest } from '@shared/model/prompt';
import type { NetworkSettings } from '@shared/model/network';
import { spokenLanguage, t } from '@shared/strings/t';
import { guardSession } from '../page/navigation-guard';
import {
  type PromptAppearance,
  type PromptModel,
  answerIn,
  createSettling,
  enableButtons,
  fullHeight,
  mustBeTyped,
  promptPage,
} from './prompt-page';
import { networkPrompt, problemOf, promptFor } from './prompt-texts';

export interface Prompts {
  request(request: PromptRequest): Promise<PromptAnswer>;
  /** Confirmed at once where neither proxy nor authorities change and no password is to be typed. */
  promptForNetwork(
    before: NetworkSettings,
    after: NetworkSettings,
    password: 'asked for' | 'not asked for',
  ): Promise<PromptAnswer>;
}

/** No more than this are queued: a page that requests prompts again and again is declined. */
const maxWaiting = 3;
const partition = 'prompt';
const widthPx = 480;
const maxHeightPx = 640;
/** Of the window's title bar, generously. */
const frameHeightPx = 60;

export interface PromptParts {
  /** The window that the prompt belongs to; null when there is none. */
  readonly parent: () => BrowserWindow | null;
  readonly contrast: () => Promise<'standard' | 'high'>;
}

const declined: PromptAnswer = { answer: 'declined' };

export function createPrompts({ parent, contrast }: PromptParts): Prompts {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (show: () => Promise<PromptAnswer>): Promise<PromptAnswer> => {
    if (waiting >= maxWaiting) return Promise.resolve(declined);
    waiting += 1;
    const mine = last.then(show);
    last = mine.catch(() => undefined).finally(() => (waiting -= 1));
    return mine;
  };
  const currentAppearance = async (): Promise<PromptAppearance> => {
    const { tag, direction = 'ltr' } = spokenLanguage();
    const plain = nativeTheme.shouldUseDarkColors ? 'dark' : 'light';
    return { language: tag, direction, theme: (await contrast()) === 'high' ? 'high-contrast' : plain };
  };
  return {
    request: (request) =>
      inTurn(async () => showPrompt(promptFor(request), problemOf(request), await currentAppearance(), parent())),
    promptForNetwork: async (before, after, password) => {
      const model = networkPrompt(before, after, password);
      if (model === null) return { answer: 'confirmed', text: '' };
      return inTurn(async () => showPrompt(model, '', await currentAppearance(), parent()));
    },
  };
}

/** Declined where the window is closed, and where there is no window that it could belong to. */
async function showPrompt(
  model: PromptModel,
  firstProblem: string,
  appearance: PromptAppearance,
  parent: BrowserWindow | null,
): Promise<PromptAnswer> {
  if (parent === null || parent.isDestroyed()) return declined;
  // Before the window: dictionaries, for example, are downloaded as soon as a session is used.
  guardSession(session.fromPartition(partition), (address) => address.startsWith('data:text/html'));
  const window = new BrowserWindow({
    parent,
    modal: true,
    show: false,
    useContentSize: true,
    width: widthPx,
    height: 200,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    autoHideMenuBar: true,
    title: model.title,
    webPreferences: {
      partition,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools: false,
    },
  });
  window.removeMenu();
  const { webContents: contents } = window;
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  /** Resolves when the user has had the time to read the prompt. */
  let settling: ReturnType<typeof createSettling> | null = null;

  const answered = new Promise<PromptAnswer>((resolve) => {
    window.once('closed', () => resolve(declined));
    contents.on('before-input-event', (event, input) => {
      if (input.type !== 'keyDown') return;
      // When something has to be typed, nothing is confirmed by accident.
      if (!mustBeTyped(model)) settling?.beginAgain();
      if (input.key !== 'Escape') return;
      event.preventDefault();
      resolve(declined);
    });
    contents.on('will-navigate', (event) => {
      event.preventDefault();
      const given = answerIn(event.url);
      if (given === null) return;
      if (given.answer === 'declined') resolve(declined);
      else {
        const problem = problemIn(model, given);
        if (problem === '') resolve({ answer: 'confirmed', text: given.text });
        else load(problem);
      }
    });
  });
  const load = (problem: string): void => {
    const page = Buffer.from(promptPage(model, appearance, problem), 'utf8').toString('base64');
    contents
      .loadURL(`data:text/html;charset=utf-8;base64,${page}`)
      .then(() => contents.executeJavaScript(fullHeight))
      .then((height: unknown) => {
        if (window.isDestroyed()) return;
        const { workArea } = screen.getDisplayMatching(parent.getBounds());
        const highest = Math.min(maxHeightPx, workArea.height - frameHeightPx);
        window.setContentSize(widthPx, Math.min(highest, Math.ceil(Number(height))));
        if (settling === null) window.show();
        return (settling ??= createSettling()).ended;
      })
      .then(() => (window.isDestroyed() ? null : contents.executeJavaScript(enableButtons)))
      .catch(() => {
        if (!window.isDestroyed()) window.close();
      });
  };
  load(firstProblem);
  try {
    return await answered;
  } finally {
    if (!window.isDestroyed()) window.destroy();
    if (!parent.isDestroyed()) parent.focus();
  }
}

function problemIn({ field }: PromptModel, { text, again }: { readonly text: string; readonly again: string }): string {
  switch (field?.kind) {
    case undefined:
      return '';
    case 'name':
      return text.trim() === field.expected.trim() ? '' : t`This does not match the name of the connection.`;
    case 'secret':
    case 'new-secret':
      if (text.length < field.minLength) return t`At least ${field.minLength} characters.`;
      return field.kind === 'new-secret' && text !== again ? t`The passphrases do not match.` : '';
  }
}
