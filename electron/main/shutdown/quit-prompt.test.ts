// The prompt before quitting: shown once, in the right window, and only when work would stop.
import { describe, expect, it } from 'vitest';
import { work } from '../desktop/fixtures/work';
import { createQuitGuard, quitPromptOf } from './quit-prompt';

describe('quit prompt', () => {
  it('is shown only while work is in progress, and reports how much', () => {
    expect(quitPromptOf([])).toBeNull();
    expect(quitPromptOf([work({ state: 'stopped' }), work({ state: 'needs-person' })])).toBeNull();
    expect(quitPromptOf([work()])).toMatchObject({
      message: 'Upload of cargo.bin is not finished',
      detail: expect.stringMatching(/Staged changes in tables are saved as well\.$/) as unknown,
      buttons: ['Quit and pause 1 transfer', 'Cancel'],
    });
    expect(quitPromptOf([work(), work({ state: 'queued' })])?.buttons[0]).toBe('Quit and pause 2 transfers');
    expect(quitPromptOf([work({ of: 'table' })])?.buttons[0]).toBe('Quit and pause 1 table job');
    expect(quitPromptOf([work({ of: 'table' }), work()])?.message).toBe('2 jobs are not finished');
  });

  it('blocks quitting until it is answered, once, and is shown again after a no', async () => {
    const prompt = quitPromptOf([work()]);
    const answers: ((answer: 'quit' | 'keep') => void)[] = [];
    const promptedIn: (string | null)[] = [];
    let quits = 0;
    const guard = createQuitGuard({
      prompt: () => prompt,
      request: (_prompt, closing: string | null) => {
        promptedIn.push(closing);
        return new Promise((resolve) => answers.push(resolve));
      },
      quit: () => {
        quits += 1;
      },
    });
    expect(guard.beforeQuit('w2')).toBe('wait');
    expect(guard.beforeQuit('main')).toBe('wait');
    expect(promptedIn, 'in the window that closes').toEqual(['w2']);
    answers[0]?.('keep');
    await expect.poll(() => (guard.beforeQuit(null), answers.length)).toBe(2);
    expect(quits).toBe(0);
    answers[1]?.('quit');
    await expect.poll(() => quits).toBe(1);
    expect(guard.beforeQuit(null)).toBe('go');
    expect(answers).toHaveLength(2);
  });

  it('is shown again when the window remained open after a yes, but not when the system ends the app', async () => {
    let timesRequested = 0;
    let quits = 0;
    const guard = createQuitGuard({
      prompt: () => quitPromptOf([work()]),
      request: () => {
        timesRequested += 1;
        return Promise.resolve('quit');
      },
      quit: () => {
        quits += 1;
      },
    });
    guard.beforeQuit(null);
    await expect.poll(() => quits).toBe(1);
    expect(guard.beforeQuit(null)).toBe('go');
    guard.stay();
    expect(guard.beforeQuit(null)).toBe('wait');
    expect(timesRequested).toBe(2);
    guard.agree();
    guard.stay();
    expect(guard.beforeQuit(null)).toBe('go');
  });

  it('is not shown when no work is in progress or the machine shuts down', () => {
    const confirm = (): Promise<'quit'> => Promise.reject(new Error('asked'));
    const parts = { request: confirm, quit: () => undefined };
    expect(createQuitGuard({ ...parts, prompt: () => null }).beforeQuit(null)).toBe('go');
    const guard = createQuitGuard({ ...parts, prompt: () => quitPromptOf([work()]) });
    guard.agree();
    expect(guard.beforeQuit(null)).toBe('go');
  });
});
