// The question before the app ends: asked once, in the right window, and only where something would stop.
import { describe, expect, it } from 'vitest';
import { work } from '../desktop/fixtures/work';
import { createQuitGuard, quitQuestionOf } from './quit-question';

describe('the question before the app ends', () => {
  it('is asked only while something is under way, and names how much', () => {
    expect(quitQuestionOf([])).toBeNull();
    expect(quitQuestionOf([work({ standing: 'stopped' }), work({ standing: 'needs-person' })])).toBeNull();
    expect(quitQuestionOf([work()])).toMatchObject({
      message: 'Upload of cargo.bin is not finished',
      detail: expect.stringMatching(/Changes that are staged in tables are kept, too\.$/) as unknown,
      buttons: ['Quit and pause 1 transfer', 'Keep running'],
    });
    expect(quitQuestionOf([work(), work({ standing: 'queued' })])?.buttons[0]).toBe('Quit and pause 2 transfers');
    expect(quitQuestionOf([work({ of: 'table' })])?.buttons[0]).toBe('Quit and pause 1 table job');
    expect(quitQuestionOf([work({ of: 'table' }), work()])?.message).toBe('2 jobs are not finished');
  });

  it('holds the app until it is answered, once, and asks again after a no', async () => {
    const question = quitQuestionOf([work()]);
    const answers: ((answer: 'quit' | 'keep') => void)[] = [];
    const askedIn: (string | null)[] = [];
    let quits = 0;
    const guard = createQuitGuard({
      question: () => question,
      ask: (_question, closing: string | null) => {
        askedIn.push(closing);
        return new Promise((resolve) => answers.push(resolve));
      },
      quit: () => {
        quits += 1;
      },
    });
    expect(guard.beforeQuit('w2')).toBe('wait');
    expect(guard.beforeQuit('main')).toBe('wait');
    expect(askedIn, 'in the window that closes').toEqual(['w2']);
    answers[0]?.('keep');
    await expect.poll(() => (guard.beforeQuit(null), answers.length)).toBe(2);
    expect(quits).toBe(0);
    answers[1]?.('quit');
    await expect.poll(() => quits).toBe(1);
    expect(guard.beforeQuit(null)).toBe('go');
    expect(answers).toHaveLength(2);
  });

  it('is asked again when the window stayed open after a yes, but not when the system ends the app', async () => {
    let asked = 0;
    let quits = 0;
    const guard = createQuitGuard({
      question: () => quitQuestionOf([work()]),
      ask: () => {
        asked += 1;
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
    expect(asked).toBe(2);
    guard.agree();
    guard.stay();
    expect(guard.beforeQuit(null)).toBe('go');
  });

  it('is not asked when nothing is under way or the machine is switched off', () => {
    const ask = (): Promise<'quit'> => Promise.reject(new Error('asked'));
    const parts = { ask, quit: () => undefined };
    expect(createQuitGuard({ ...parts, question: () => null }).beforeQuit(null)).toBe('go');
    const guard = createQuitGuard({ ...parts, question: () => quitQuestionOf([work()]) });
    guard.agree();
    expect(guard.beforeQuit(null)).toBe('go');
  });
});
