// One blob in its preview: its version, the current page, paging, and the range of bytes of each page. Every read is
// bound to the first ETag; another version is an error until the user loads it.
import { type StoreApi, createStore } from 'zustand/vanilla';
import { StowageError } from '@shared/errors';
import { previewRangeBytes } from '@shared/model/blob-preview';
import { type PreviewView, kindOf } from './blob-kind';
import type { Encoding } from './encoding';
import type { SavedPreview } from './saved-preview';
import {
  type BlobFacts,
  type PreviewState,
  type Target,
  extendedTrail,
  noBytes,
  shownSpan,
  startTrail,
  unreadPreview,
} from './preview-state';
import type { RawPage } from './text-page';

export interface PreviewPorts {
  readonly readFacts: (signal: AbortSignal) => Promise<BlobFacts>;
  readonly readRange: (
    range: { readonly etag: string; readonly offset: number; readonly length: number },
    signal: AbortSignal,
  ) => Promise<Uint8Array>;
}

export interface PreviewActions {
  /** Reads the blob as it is now, from its start. */
  open(): Promise<void>;
  /** The page that could not be read, or all where nothing could. */
  retry(): Promise<void>;
  show(view: PreviewView): void;
  decodeAs(encoding: Encoding): void;
  first(): Promise<void>;
  last(): Promise<void>;
  next(): Promise<void>;
  previous(): Promise<void>;
  /** Brings the byte into view, reading the page around it where it is not on this one. */
  goTo(offset: number, at?: Target['at']): Promise<void>;
  /** Told of bytes that were read besides the pages. */
  countRead(bytes: number): void;
  dispose(): void;
}

/** `saved`: how the blob was seen before a restart; the same version is shown so again. */
export function createPreviewStore(
  ports: PreviewPorts,
  saved?: SavedPreview,
): {
  readonly store: StoreApi<PreviewState>;
  readonly actions: PreviewActions;
} {
  const store = createStore<PreviewState>(() => unreadPreview);
  let running = new AbortController();
  let wanted = saved;
  /** The page that was turned to last. */
  let turnAgain: (() => Promise<void>) | null = null;
  const restart = (): AbortSignal => {
    running.abort();
    running = new AbortController();
    return running.signal;
  };

  const read = async (offset: number, length: number, signal: AbortSignal): Promise<Uint8Array> => {
    const { facts } = store.getState();
    const bytes = await ports.readRange({ etag: facts?.etag ?? '', offset, length }, signal);
    store.setState(({ readBytes }) => ({ readBytes: readBytes + bytes.length }));
    return bytes;
  };

  /** The trail continues from the page if it leads to it. */
  const showPage = (change: Partial<PreviewState>): void =>
    store.setState((before) => {
      const state = { ...before, ...change };
      return { ...state, trail: extendedTrail(state) };
    });

  const open = async (): Promise<void> => {
    const signal = restart();
    turnAgain = null;
    const seen = store.getState();
    store.setState({ status: 'loading', error: null, isPaging: false, readBytes: 0, target: null });
    try {
      const facts = await ports.readFacts(signal);
      store.setState({ facts, head: noBytes, page: null, kind: null, trail: startTrail });
      if (isArchived(facts)) throw archived(facts);
      const head = facts.bytes === 0 ? noBytes : await read(0, Math.min(facts.bytes, previewRangeBytes), signal);
      const kind = kindOf({ name: facts.name, contentType: facts.contentType, totalBytes: facts.bytes }, head);
      const back = wanted?.etag === facts.etag ? wanted : undefined;
      wanted = undefined;
      const shown = back?.view ?? (seen.kind === null ? undefined : seen.view);
      const view = shown !== undefined && kind.views.includes(shown) ? shown : (kind.views[0] ?? 'hex');
      const encoding = back?.encoding ?? kind.encoding;
      const page = pageFrom(0, facts.bytes).pageOf(head);
      showPage({ status: 'ready', head, kind, view, encoding, page, trail: startTrail });
      if (back !== undefined && back.topOffset > 0) await actions.goTo(back.topOffset, 'top');
    } catch (thrown) {
      if (!signal.aborted) store.setState({ status: 'failed', error: StowageError.from(thrown) });
    }
  };

  const turnTo = async (wantedPage: PageRead, target?: Target): Promise<void> => {
    const signal = restart();
    turnAgain = () => turnTo(wantedPage, target);
    const { offset, length, pageOf } = wantedPage;
    store.setState({ isPaging: true, error: null });
    try {
      const page = pageOf(await read(offset, length, signal));
      showPage({ page, isPaging: false, target: target ?? inView(page.offset) });
    } catch (thrown) {
      if (!signal.aborted) store.setState({ isPaging: false, error: StowageError.from(thrown) });
    }
  };

  const totalBytes = (): number => store.getState().facts?.bytes ?? 0;

  /** Pages of bytes meet in the midst of lines and characters, and may be looked at as text next. */
  const borders = (): RawPage['startsAt'] => (store.getState().view === 'hex' ? 'anywhere' : 'boundary');

  const actions: PreviewActions = {
    open,
    retry: () => (turnAgain ?? open)(),
    show: (view) => store.setState({ view }),
    decodeAs: (encoding) => {
      const { page } = store.getState();
      // It began where a character of the encoding before begins.
      showPage({ encoding, trail: startTrail, page: page && fromAnywhere(page) });
    },
    first: () => turnTo(pageFrom(0, totalBytes())),
    last: () => {
      const end = totalBytes();
      // A position in the first page may be on screen already, so it is only scrolled to.
      return end <= previewRangeBytes ? actions.goTo(end - 1) : turnTo(pageUpTo(end), inView(end - 1));
    },
    next: async () => {
      const { page } = store.getState();
      const end = page === null ? 0 : page.offset + shownSpan(store.getState()).to;
      if (end < totalBytes()) await turnTo(pageFrom(end, totalBytes(), borders()));
    },
    previous: async () => {
      const state = store.getState();
      if (state.page === null) return;
      const start = state.page.offset + shownSpan(state).from;
      const known = state.trail.findIndex(({ offset }) => offset === start);
      const mark = state.trail[known - 1];
      if (start === 0) return;
      await turnTo(mark === undefined ? pageUpTo(start, borders()) : pageFrom(mark.offset, totalBytes()));
    },
    goTo: async (wantedOffset, at = 'in-view') => {
      const offset = Math.max(0, Math.min(wantedOffset, totalBytes() - 1));
      const target = { offset, at };
      const state = store.getState();
      const span = shownSpan(state);
      if (state.page && offset >= state.page.offset + span.from && offset < state.page.offset + span.to) {
        store.setState({ target });
        return;
      }
      await turnTo(pageAround(offset, totalBytes()), target);
    },
    countRead: (bytes) => store.setState(({ readBytes }) => ({ readBytes: readBytes + bytes })),
    dispose: () => running.abort(),
  };
  return { store, actions };
}

function fromAnywhere(page: RawPage): RawPage {
  return page.offset === 0 ? page : { ...page, startsAt: 'anywhere' };
}

const inView = (offset: number): Target => ({ offset, at: 'in-view' });

function isArchived({ tier }: BlobFacts): boolean {
  return tier.toLowerCase() === 'archive';
}

// Known before any request: the service would deny each read.
function archived({ name }: BlobFacts): StowageError {
  return new StowageError('conflict.archived', 'The blob is in the archive tier.', { context: { blob: name } });
}

interface PageRead {
  readonly offset: number;
  readonly length: number;
  readonly pageOf: (bytes: Uint8Array) => RawPage;
}

/** Shown before a position that is jumped to. */
const leadBytes = 16 * 1024;

/**
 * From a position at which a line starts, or up to which everything was shown; `anywhere`: all bytes before it were.
 */
function pageFrom(offset: number, totalBytes: number, startsAt: RawPage['startsAt'] = 'boundary'): PageRead {
  return readFrom(offset, totalBytes, { keep: offset, startsAt });
}

/** A page that ends where another page starts, or with the blob; `anywhere`: where one of bytes starts. */
function pageUpTo(end: number, endsAt: RawPage['endsAt'] = 'boundary'): PageRead {
  const offset = Math.max(0, end - previewRangeBytes);
  const startsAt = offset === 0 ? 'boundary' : 'anywhere';
  return {
    offset,
    length: end - offset,
    pageOf: (bytes) => ({ offset, bytes, keep: bytes.length - 1, startsAt, endsAt }),
  };
}

/** A page around a position, with some bytes before it. */
function pageAround(position: number, totalBytes: number): PageRead {
  const offset = Math.max(0, position - leadBytes);
  return readFrom(offset, totalBytes, { keep: position, startsAt: offset === 0 ? 'boundary' : 'anywhere' });
}

function readFrom(
  offset: number,
  totalBytes: number,
  { keep, startsAt }: Pick<RawPage, 'keep' | 'startsAt'>,
): PageRead {
  return {
    offset,
    length: Math.min(previewRangeBytes, totalBytes - offset),
    pageOf: (bytes) => {
      const endsAt = offset + bytes.length >= totalBytes ? 'boundary' : 'anywhere';
      return { offset, bytes, keep: keep - offset, startsAt, endsAt };
    },
  };
}
