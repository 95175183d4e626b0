// Serves audio and video of blobs to the window's player: by ranges and on demand, under URLs that only the window
// knows. Only what a player requests is read, and none of it can run code.
import type { CallHandlers, CallInput, CallOutput, CallsOf } from '@shared/ipc/contract';
import type { ChannelClient } from '@shared/ipc/endpoint';
import { previewRangeBytes } from '@shared/model/blob-preview';
import { mediaScheme } from './app-address';

export type Medium = CallInput<'media.open'>;

export interface MediaParts {
  /** Exactly these bytes of that version of the blob. */
  readonly read: (
    medium: Medium,
    range: { readonly offset: number; readonly length: number },
    signal: AbortSignal,
  ) => Promise<Uint8Array>;
  /** Cannot be guessed; letters and digits. */
  readonly newTicket: () => string;
}

/** The parts of a media player's request that are read. */
export interface MediaRequest {
  readonly url: string;
  readonly headers: Pick<Headers, 'get'>;
}

export interface Media {
  /** The URL of the medium until it is closed. */
  open(medium: Medium): string;
  close(address: string): void;
  readonly handler: (request: MediaRequest) => Response;
}

/** A reloaded page closes nothing, so beyond this number the oldest URLs are dropped. */
const maxOpen = 32;

export function createMedia({ read, newTicket }: MediaParts): Media {
  const open = new Map<string, Medium>();
  return {
    open: (medium) => {
      const address = `${mediaScheme}://${newTicket()}/`;
      open.set(address, medium);
      for (const oldest of [...open.keys()].slice(0, -maxOpen)) open.delete(oldest);
      return address;
    },
    close: (address) => void open.delete(address),
    handler: ({ url, headers }) => {
      const range = headers.get('range') ?? undefined;
      const medium = open.get(url);
      if (medium === undefined) return empty(404);
      const { totalBytes, mediaType } = medium;
      const wanted = rangeOf(range, totalBytes);
      if (wanted === null) return empty(416, { 'Content-Range': `bytes */${totalBytes}` });
      const { first, last } = wanted;
      const body = bodyOf((at, signal) => {
        const length = Math.min(previewRangeBytes, last - at + 1);
        return read(medium, { offset: at, length }, signal);
      }, wanted);
      return new Response(body, {
        status: range === undefined ? 200 : 206,
        headers: {
          ...guards,
          'Content-Type': mediaType,
          'Content-Length': String(last - first + 1),
          'Accept-Ranges': 'bytes',
          ...(range === undefined ? {} : { 'Content-Range': `bytes ${first}-${last}/${totalBytes}` }),
        },
      });
    },
  };
}

/** The calls of a window that plays something. */
export function mediaCalls(
  media: Pick<Media, 'open' | 'close'>,
): Pick<CallHandlers<'main'>, Extract<CallsOf<'main'>, `media.${string}`>> {
  return {
    'media.open': (medium) => ({ address: media.open(medium) }),
    'media.close': ({ address }) => {
      media.close(address);
      return {};
    },
  };
}

/** Each piece is fetched over a separate channel. */
export function readFromEngine(engine: { client(): ChannelClient }): MediaParts['read'] {
  return async ({ connectionId, container, name, etag }, range, signal) => {
    const client = engine.client();
    try {
      const wanted: CallInput<'preview.read'> = { connectionId, container, name, etag, ...range };
      return ((await client.call('preview.read', wanted, signal)) as CallOutput<'preview.read'>).bytes;
    } finally {
      client.close();
    }
  };
}

const guards: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

function empty(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers: { ...guards, ...headers } });
}

interface ByteSpan {
  readonly first: number;
  /** Included. */
  readonly last: number;
}

/**
 * The single range of a `Range` header, limited to the existing bytes; null when none of it exists. Several ranges are
 * not supported.
 */
export function rangeOf(header: string | undefined, totalBytes: number): ByteSpan | null {
  if (header === undefined) return { first: 0, last: totalBytes - 1 };
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/u.exec(header.trim()) ?? [];
  if (from === '' && to === '') return null;
  const first = from === '' ? Math.max(0, totalBytes - Number(to)) : Number(from);
  const last = from === '' || to === '' ? totalBytes - 1 : Math.min(Number(to), totalBytes - 1);
  return first > last ? null : { first, last };
}

/** Reads the next piece when the previous one was consumed; aborts when the consumer stops. */
function bodyOf(
  read: (at: number, signal: AbortSignal) => Promise<Uint8Array>,
  { first, last }: ByteSpan,
): ReadableStream<Uint8Array> {
  const stopped = new AbortController();
  let at = first;
  return new ReadableStream(
    {
      async pull(pieces) {
        if (at > last) {
          pieces.close();
          return;
        }
        const bytes = await read(at, stopped.signal);
        at += bytes.length;
        pieces.enqueue(bytes);
      },
      cancel: () => stopped.abort(),
    },
    { highWaterMark: 0 },
  );
}
