// One blob in its preview: its version, the current page, paging. Every read is bound to the ETag that was seen first;
// another version is an error until the person loads it.
import { type StoreApi, createStore } from 'zustand/vanilla';
import { StowageError } from '@shared/errors';
import type { CallOutput } from '@shared/ipc/contract';
import { previewRangeBytes } from '@shared/model/blob-preview';
import { type BlobKind, type PreviewView, kindOf } from './blob-kind';
import type { Encoding } from './encoding';
import type { KeptPreview } from './kept-preview';
import { type PageRead, pageAround, pageFrom, pageUpTo } from './page-read';
import { type RawPage, type Span, textRows, textSpan } from './text-page';

export type BlobFacts = CallOutput<'blobs.properties'>;

export interface PreviewPorts {
  readonly readFacts: (signal: AbortSignal) => Promise<BlobFacts>;
  readonly readRange: (
    range: { readonly etag: string; readonly offset: number; readonly length: number },
    signal: AbortSignal,
  ) => Promise<Uint8Array>;
}

/** Where a page that follows the start without a gap begins, and the number of its first line. */
export interface TrailMark {
  readonly offset: number;
  readonly line: number;
}

export interface Target {
  readonly offset: number;
  readonly at: 'in-view' | 'top';
}

export interface PreviewState {
  readonly status: 'loading' | 'ready' | 'failed';
  /** Why the blob could not be loaded or, while a page is shown, why another page could not. */
  readonly error: StowageError | null;
  readonly facts: BlobFacts | null;
  readonly kind: BlobKind | null;
  /** The first bytes of the blob, at most a range; what the whole-file views work on. */
  readonly head: Uint8Array;
  readonly page: RawPage | null;
  readonly isPaging: boolean;
  readonly view: PreviewView;
  readonly encoding: Encoding;
  /** Pages read one after another from the start in this encoding. */
  readonly trail: readonly TrailMark[];
  /** Place that should come into view, or to its top; a new object each time it is asked for. */
  readonly target: Target | null;
  /** What was read of the blob so far. */
  readonly readBytes: number;
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

const nothing = new Uint8Array();
const startTrail: readonly TrailMark[] = [{ offset: 0, line: 1 }];

/** `kept`: how the blob was seen before a restart; the same version is shown so again. */
export function createPreviewStore(
  ports: PreviewPorts,
  kept?: KeptPreview,
): {
  readonly store: StoreApi<PreviewState>;
  readonly actions: PreviewActions;
} {
  const store = createStore<PreviewState>(() => ({
    status: 'loading',
    error: null,
    facts: null,
    kind: null,
    head: nothing,
    page: null,
    isPaging: false,
    view: 'text',
    encoding: 'utf-8',
    trail: startTrail,
    target: null,
    readBytes: 0,
  }));
  let running = new AbortController();
  let wanted = kept;
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

  const open = async (): Promise<void> => {
    const signal = restart();
    turnAgain = null;
    const seen = store.getState();
    store.setState({ status: 'loading', error: null, isPaging: false, readBytes: 0, target: null });
    try {
      const facts = await ports.readFacts(signal);
      store.setState({ facts, head: nothing, page: null, kind: null, trail: startTrail });
      if (isArchived(facts)) throw archived(facts);
      const head = facts.bytes === 0 ? nothing : await read(0, Math.min(facts.bytes, previewRangeBytes), signal);
      const kind = kindOf({ name: facts.name, contentType: facts.contentType, totalBytes: facts.bytes }, head);
      const back = wanted?.etag === facts.etag ? wanted : undefined;
      wanted = undefined;
      const shown = back?.view ?? (seen.kind === null ? undefined : seen.view);
      const view = shown !== undefined && kind.views.includes(shown) ? shown : (kind.views[0] ?? 'hex');
      const encoding = back?.encoding ?? kind.encoding;
      const page = pageFrom(0, facts.bytes).pageOf(head);
      store.setState({ status: 'ready', head, kind, view, encoding, page, trail: startTrail });
      extendTrail();
      if (back !== undefined && back.topOffset > 0) await actions.goTo(back.topOffset, 'top');
    } catch (thrown) {
      if (!signal.aborted) store.setState({ status: 'failed', error: StowageError.from(thrown) });
    }
  };

  /** Adds the page after this one to the trail, when this one is its end. */
  const extendTrail = (): void => {
    const { page, encoding, trail, facts } = store.getState();
    const mark = trail[trail.length - 1];
    if (page === null || page.startsAt === 'anywhere' || mark?.offset !== page.offset) return;
    const span = textSpan(page, encoding);
    const offset = page.offset + span.to;
    if (offset >= (facts?.bytes ?? 0)) return;
    const { lineBreaks } = textRows(page, span, encoding, Infinity);
    store.setState({ trail: [...trail, { offset, line: mark.line + lineBreaks }] });
  };

  const turnTo = async (wantedPage: PageRead, target?: Target): Promise<void> => {
    const signal = restart();
    turnAgain = () => turnTo(wantedPage, target);
    const { offset, length, pageOf } = wantedPage;
    store.setState({ isPaging: true, error: null });
    try {
      const page = pageOf(await read(offset, length, signal));
      store.setState({ page, isPaging: false, target: target ?? inView(page.offset) });
      extendTrail();
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
      store.setState({ encoding, trail: startTrail, page: page && fromAnywhere(page) });
      extendTrail();
    },
    first: () => turnTo(pageFrom(0, totalBytes())),
    last: () => {
      const end = totalBytes();
      // A place in the first page may be on screen already, so it is only scrolled to.
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
      const place = Math.max(0, Math.min(wantedOffset, totalBytes() - 1));
      const target = { offset: place, at };
      const state = store.getState();
      const span = shownSpan(state);
      if (state.page && place >= state.page.offset + span.from && place < state.page.offset + span.to) {
        store.setState({ target });
        return;
      }
      await turnTo(pageAround(place, totalBytes()), target);
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

/** The part of the page that the present view shows. */
export function shownSpan({ page, view, encoding }: Pick<PreviewState, 'page' | 'view' | 'encoding'>): Span {
  if (page === null) return { from: 0, to: 0 };
  return view === 'hex' ? { from: 0, to: page.bytes.length } : textSpan(page, encoding);
}

/** Whether what is shown of the page is all there is. */
export function isWhole(state: PreviewState): boolean {
  const { from, to } = shownSpan(state);
  return state.page !== null && state.page.offset + from === 0 && to >= (state.facts?.bytes ?? 0);
}

/** Whether there are bytes to show. */
export function isReadable({ status, facts }: PreviewState): boolean {
  return status === 'ready' && facts !== null && facts.bytes > 0;
}

/** Whether the bytes are shown a page at a time. */
export function isPaged(state: PreviewState): boolean {
  return isReadable(state) && (state.view === 'text' || state.view === 'hex');
}

/** The number of the first line of the page, or null where nobody knows without reading all before it. */
export function firstLineOf({ page, trail }: Pick<PreviewState, 'page' | 'trail'>): number | null {
  if (page === null || page.startsAt === 'anywhere') return null;
  return trail.find(({ offset }) => offset === page.offset)?.line ?? null;
}

function isArchived({ tier }: BlobFacts): boolean {
  return tier.toLowerCase() === 'archive';
}

// Known before anything is asked for: the service would refuse each read.
function archived({ name }: BlobFacts): StowageError {
  return new StowageError('conflict.archived', 'The blob is in the archive tier.', { context: { blob: name } });
}
