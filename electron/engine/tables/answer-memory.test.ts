import { describe, expect, it } from 'vitest';
import { AnswerMemory, type ReceivedAnswer } from './answer-memory';

/** In pieces, as a connection does. */
function receive(answer: ReceivedAnswer, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    const room = answer.room();
    const piece = bytes.subarray(at, at + Math.min(room.length, 10_000));
    room.set(piece);
    answer.filled(piece.length);
    at += piece.length;
  }
}

describe('memory for answers', () => {
  it('takes an answer of any length, from its start again after a try that failed', async () => {
    const memory = new AnswerMemory();
    for (const length of [0, 10, 32 * 1024, 500_000, 10]) {
      const text = 'ab'.repeat(length / 2);
      const found = await memory.lend((answer) => {
        receive(answer, 'half an answ');
        answer.clear();
        receive(answer, text);
        return Promise.resolve(answer.bytes.toString());
      });
      expect(found === text).toBe(true);
    }
  });

  it('is lent to one at a time, and again when it came back', async () => {
    const memory = new AnswerMemory();
    const [one, other] = await Promise.all([
      memory.lend((answer) => Promise.resolve(answer)),
      memory.lend((answer) => Promise.resolve(answer)),
    ]);
    expect(one).not.toBe(other);
    expect(await memory.lend((answer) => Promise.resolve([one, other].includes(answer)))).toBe(true);
    const failed = memory.lend(() => Promise.reject(new Error('lost')));
    await expect(failed).rejects.toThrow('lost');
  });
});
