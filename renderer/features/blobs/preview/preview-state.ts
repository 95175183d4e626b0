// What is known of one blob in its preview: its version, the page on screen, how it is shown, the pages read in a row from
// its start. Pure.
import type { StowageError } from '@shared/errors';
import type { CallOutput } from '@shared/ipc/contract';
import type { BlobKind, PreviewView } from './blob-kind';
import type { Encoding } from './encoding';
import { type RawPage, type Span, textRows, textSpan } from './text-page';

export type BlobFacts = CallOutput<'blobs.properties'>;

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
  /** Position that should come into view, or to its top; a new object for each request. */
  readonly target: Target | null;
  /** What was read of the blob until now. */
  readonly readBytes: number;
}

/** Before the first page, and of an empty blob. */
export const noBytes = new Uint8Array();
export const startTrail: readonly TrailMark[] = [{ offset: 0, line: 1 }];

export const unreadPreview: PreviewState = {
  status: 'loading',
  error: null,
  facts: null,
  kind: null,
  head: noBytes,
  page: null,
  isPaging: false,
  view: 'text',
  encoding: 'utf-8',
  trail: startTrail,
  target: null,
  readBytes: 0,
};

/** The trail with the page after this one, when this one is its end. */
export function extendedTrail({
  page,
  encoding,
  trail,
  facts,
}: Pick<PreviewState, 'page' | 'encoding' | 'trail' | 'facts'>): readonly TrailMark[] {
  const mark = trail[trail.length - 1];
  if (page === null || page.startsAt === 'anywhere' || mark?.offset !== page.offset) return trail;
  const span = textSpan(page, encoding);
  const offset = page.offset + span.to;
  if (offset >= (facts?.bytes ?? 0)) return trail;
  const { lineBreaks } = textRows(page, span, encoding, Infinity);
  return [...trail, { offset, line: mark.line + lineBreaks }];
}

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

/** The number of the first line of the page, or null if it is unknown without reading everything before it. */
export function firstLineOf({ page, trail }: Pick<PreviewState, 'page' | 'trail'>): number | null {
  if (page === null || page.startsAt === 'anywhere') return null;
  return trail.find(({ offset }) => offset === page.offset)?.line ?? null;
}
