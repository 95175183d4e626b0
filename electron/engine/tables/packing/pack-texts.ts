// Packs the strings of one column into a vector, directly from their bytes: in the same forms, chosen in the same way,
// as shared/rows/text-vector.ts.
import type { TextVector } from '@shared/rows/text-vector';
import type { ColumnDraft } from './column-draft';
import { type PageBytes, areSame } from './page-bytes';

const slots = 4096;
/** Index of known strings plus one, by hash; 0 for a free slot. */
const slotOf = new Uint16Array(slots);

/** The column's string when all are equal. */
export function packedConstant(page: PageBytes, draft: ColumnDraft): TextVector | undefined {
  for (let place = 1; place < draft.count; place += 1) if (!isSameText(page, draft, 0, place)) return undefined;
  return { kind: 'constant', text: draft.count === 0 ? '' : draft.textAt(page, 0) };
}

/** As bytes, for a draft whose strings are plain. */
export function packedPlainTexts(page: PageBytes, draft: ColumnDraft): TextVector {
  return packedByRepetition(page, draft) ?? packedByBytes(page, draft);
}

function packedByRepetition(page: PageBytes, draft: ColumnDraft): TextVector | undefined {
  const { count, starts } = draft;
  const mostDifferent = count / 2;
  const firsts: number[] = [];
  const places = new Uint16Array(count);
  slotOf.fill(0);
  for (let place = 0; place < count; place += 1) {
    if (place > 0 && starts[place] === starts[place - 1]) {
      places[place] = places[place - 1] ?? 0;
      continue;
    }
    let slot = hashOf(page, draft, place) & (slots - 1);
    let known = (slotOf[slot] ?? 0) - 1;
    while (known >= 0 && !isSameText(page, draft, firsts[known] ?? 0, place)) {
      slot = (slot + 1) & (slots - 1);
      known = (slotOf[slot] ?? 0) - 1;
    }
    if (known < 0) {
      known = firsts.length;
      if (known >= mostDifferent) return undefined;
      firsts.push(place);
      slotOf[slot] = known + 1;
    }
    places[place] = known;
  }
  const texts = firsts.map((place) => draft.textAt(page, place));
  return { kind: 'dictionary', texts, places: firsts.length <= 256 ? new Uint8Array(places) : places };
}

function packedByBytes({ bytes, view }: PageBytes, draft: ColumnDraft): TextVector {
  const { count, starts, ends: until } = draft;
  const ends = new Uint32Array(count);
  let length = 0;
  for (let place = 0; place < count; place += 1) {
    length += (until[place] ?? 0) - (starts[place] ?? 0);
    ends[place] = length;
  }
  const units = new Uint8Array(length);
  const unitView = new DataView(units.buffer);
  let to = 0;
  for (let place = 0; place < count; place += 1) {
    let from = starts[place] ?? 0;
    const end = ends[place] ?? 0;
    for (; to + 4 <= end; to += 4, from += 4) unitView.setInt32(to, view.getInt32(from, true), true);
    for (; to < end; to += 1, from += 1) units[to] = bytes[from] ?? 0;
  }
  return { kind: 'bytes', units, ends };
}

function isSameText(page: PageBytes, { starts, ends }: ColumnDraft, one: number, other: number): boolean {
  const from = starts[one] ?? 0;
  const to = starts[other] ?? 0;
  const length = (ends[one] ?? 0) - from;
  return length === (ends[other] ?? 0) - to && areSame(page, from, to, length);
}

function hashOf({ view }: PageBytes, { starts, ends }: ColumnDraft, place: number): number {
  let at = starts[place] ?? 0;
  const end = ends[place] ?? 0;
  let hash = end - at;
  for (; at + 4 <= end; at += 4) hash = Math.imul(hash ^ view.getInt32(at, true), 0x9e3779b1) ^ (hash >>> 15);
  for (; at < end; at += 1) hash = Math.imul(hash ^ view.getUint8(at), 0x9e3779b1) ^ (hash >>> 15);
  return Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 18;
}
