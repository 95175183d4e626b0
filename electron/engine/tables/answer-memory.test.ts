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
  it('holds a response of any length, from its start again after a failed attempt', async () => {
    const memory = new AnswerMemory();
    for (const length of [0, 10, 32 * 1024, 500_000, 10]) {
      const text = 'ab'.repeat(length / 2);
      const found = await memory.withAnswer((answer) => {
        receive(answer, 'half an answ');
        answer.clear();
        receive(answer, text);
        return Promise.resolve(answer.bytes.toString());
      });
      expect(found === text).toBe(true);
    }
  });

  it('falls back to the heap for responses beyond the retained size or number', async () => {
    const memory = new AnswerMemory({ defaultBytes: 16, maxRetainedBytes: 64, maxRetained: 1 });
    const shared = async (length: number): Promise<ReceivedAnswer> =>
      memory.withAnswer((answer) => {
        receive(answer, 'a'.repeat(length));
        return Promise.resolve(answer);
      });
    const small = await shared(64);
    expect(await shared(65)).toBe(small);
    expect(await shared(1)).not.toBe(small);
    const both = new Set(await Promise.all([shared(1), shared(2)]));
    expect(both.size).toBe(2);
    // One of the two was retained.
    const again = new Set(await Promise.all([shared(1), shared(2)]));
    expect([...again].filter((one) => both.has(one))).toHaveLength(1);
  });

  it('is acquired by one caller at a time, and again after its release', async () => {
    const memory = new AnswerMemory();
    const [one, other] = await Promise.all([
      memory.withAnswer((answer) => Promise.resolve(answer)),
      memory.withAnswer((answer) => Promise.resolve(answer)),
    ]);
    expect(one).not.toBe(other);
    expect(await memory.withAnswer((answer) => Promise.resolve([one, other].includes(answer)))).toBe(true);
    const failed = memory.withAnswer(() => Promise.reject(new Error('lost')));
    await expect(failed).rejects.toThrow('lost');
  });
});
