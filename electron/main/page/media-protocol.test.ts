import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { type Media, type Medium, createMedia, rangeOf } from './media-protocol';

const totalBytes = 3 * MiB + 5;
const film: Medium = {
  connectionId: 'quay',
  container: 'hold',
  name: 'tide.webm',
  etag: '"0x1"',
  totalBytes,
  mediaType: 'video/webm',
};

interface Read {
  readonly offset: number;
  readonly length: number;
}

/** Every byte is the MiB it lies in. */
function openMedia(): { readonly media: Media; readonly reads: readonly Read[]; readonly signals: AbortSignal[] } {
  const reads: Read[] = [];
  const signals: AbortSignal[] = [];
  let tickets = 0;
  const media = createMedia({
    read: (_medium, range, signal) => {
      reads.push(range);
      signals.push(signal);
      return Promise.resolve(new Uint8Array(range.length).fill(Math.floor(range.offset / MiB)));
    },
    newTicket: () => `ticket${(tickets += 1)}`,
  });
  return { media, reads, signals };
}

function answerOf(media: Media, url: string, range: string): Response {
  return media.handler({ url, headers: new Headers({ Range: range }) });
}

async function bytesOf(media: Media, url: string, range: string): Promise<Buffer> {
  return Buffer.from(await answerOf(media, url, range).arrayBuffer());
}

describe('a medium', () => {
  it('is served in the requested range, in pieces', async () => {
    const { media, reads } = openMedia();
    const url = media.open(film);
    const { status, headers } = answerOf(media, url, `bytes=${MiB}-`);
    expect(status).toBe(206);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'video/webm',
      'content-length': String(2 * MiB + 5),
      'content-range': `bytes ${MiB}-${totalBytes - 1}/${totalBytes}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(reads).toEqual([]);
    const bytes = await bytesOf(media, url, `bytes=${MiB}-`);
    expect([bytes.length, bytes[0], bytes.at(-1)]).toEqual([2 * MiB + 5, 1, 3]);
    expect(reads).toEqual([
      { offset: MiB, length: MiB },
      { offset: 2 * MiB, length: MiB },
      { offset: 3 * MiB, length: 5 },
    ]);
  });

  it('is read only as fast as it is consumed, and cancelled when its consumer stops', async () => {
    const { media, reads, signals } = openMedia();
    const { body } = answerOf(media, media.open(film), 'bytes=0-');
    const taken = body!.getReader();
    await taken.read();
    await taken.cancel();
    expect(reads.length).toBeLessThanOrEqual(2);
    expect(signals[0]?.aborted).toBe(true);
  });

  it('is available at its address until that is closed, and only the latest stay open', () => {
    const { media } = openMedia();
    const [first, second] = [media.open(film), media.open(film)];
    expect(answerOf(media, first, 'bytes=0-0').status).toBe(206);
    media.close(first);
    expect(answerOf(media, first, 'bytes=0-0').status).toBe(404);
    for (let opened = 0; opened < 32; opened += 1) media.open(film);
    expect(answerOf(media, second, 'bytes=0-0').status).toBe(404);
  });

  it('breaks off where its bytes cannot be read', async () => {
    const media = createMedia({ read: () => Promise.reject(new Error('gone')), newTicket: () => 'x' });
    await expect(bytesOf(media, media.open(film), 'bytes=0-9')).rejects.toThrow('gone');
  });
});

describe('a range', () => {
  it.each([
    [undefined, 0, 9],
    ['bytes=0-', 0, 9],
    ['bytes=3-5', 3, 5],
    ['bytes=3-99', 3, 9],
    ['bytes=-4', 6, 9],
    ['bytes=-99', 0, 9],
  ])('%s of ten bytes', (header, first, last) => {
    expect(rangeOf(header, 10)).toEqual({ first, last });
  });

  it.each(['bytes=10-', 'bytes=5-3', 'bytes=-', 'bytes=-0', 'bytes=0-1,3-4', 'rows=0-1', 'bytes=a-'])(
    '%s is not within ten bytes',
    (header) => {
      expect(rangeOf(header, 10)).toBeNull();
    },
  );

  it('never exceeds the blob', () => {
    const part = fc.oneof(fc.constant(''), fc.nat().map(String));
    fc.assert(
      fc.property(part, part, fc.integer({ min: 1, max: 1e9 }), (from, to, total) => {
        const range = rangeOf(`bytes=${from}-${to}`, total);
        expect(range === null || (range.first >= 0 && range.first <= range.last && range.last < total)).toBe(true);
      }),
    );
  });
});
