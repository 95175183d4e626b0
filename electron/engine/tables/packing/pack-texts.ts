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
  for (let index = 1; index < draft.count; index += 1) if (!isSameText(page, draft, 0, index)) return undefined;
  return { kind: 'constant', text: draft.count === 0 ? '' : draft.textAt(page, 0) };
}

/** As bytes, for a draft whose strings are plain. */
export function packedPlainTexts(page: PageBytes, draft: ColumnDraft): TextVector {
  return packedByRepetition(page, draft) ?? packedByBytes(page, draft);
}

function packedByRepetition(page: PageBytes, draft: ColumnDraft): TextVector | undefined {
  const { count, starts } = draft;
  const maxDifferent = count / 2;
  const firsts: number[] = [];
  const indexes = new Uint16Array(count);
  slotOf.fill(0);
  for (let index = 0; index < count; index += 1) {
    if (index > 0 && starts[index] === starts[index - 1]) {
      indexes[index] = indexes[index - 1] ?? 0;
      continue;
    }
    let slot = hashOf(page, draft, index) & (slots - 1);
    let known = (slotOf[slot] ?? 0) - 1;
    while (known >= 0 && !isSameText(page, draft, firsts[known] ?? 0, index)) {
      slot = (slot + 1) & (slots - 1);
      known = (slotOf[slot] ?? 0) - 1;
    }
    if (known < 0) {
      known = firsts.length;
      if (known >= maxDifferent) return undefined;
      firsts.push(index);
      slotOf[slot] = known + 1;
    }
    indexes[index] = known;
  }
  const texts = firsts.map((index) => draft.textAt(page, index));
  return { kind: 'dictionary', texts, places: firsts.length <= 256 ? new Uint8Array(indexes) : indexes };
}

function packedByBytes({ bytes, view }: PageBytes, draft: ColumnDraft): TextVector {
  const { count, starts, ends: until } = draft;
  const ends = new Uint32Array(count);
  let length = 0;
  for (let index = 0; index < count; index += 1) {
    length += (until[index] ?? 0) - (starts[index] ?? 0);
    ends[index] = length;
  }
  const units = new Uint8Array(length);
  const unitView = new DataView(units.buffer);
  let to = 0;
  for (let index = 0; index < count; index += 1) {
    let from = starts[index] ?? 0;
    const end = ends[index] ?? 0;
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

function hashOf({ view }: PageBytes, { starts, ends }: ColumnDraft, index: number): number {
  let at = starts[index] ?? 0;
  const end = ends[index] ?? 0;
  let hash = end - at;
  for (; at + 4 <= end; at += 4) hash = Math.imul(hash ^ view.getInt32(at, true), 0x9e3779b1) ^ (hash >>> 15);
  for (; at < end; at += 1) hash = Math.imul(hash ^ view.getUint8(at), 0x9e3779b1) ^ (hash >>> 15);
  return Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 18;
}
