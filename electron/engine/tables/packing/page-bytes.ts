// The bytes of one query response, compared and copied four at a time: V8 compiles DataView reads to single loads.

/** Thrown for a response with an unusual layout, or an invalid one. */
export const notPlain = new Error('This answer is read the long way.');

export interface PageBytes {
  readonly bytes: Buffer;
  readonly view: DataView;
}

export function pageBytes(body: Buffer): PageBytes {
  return { bytes: body, view: new DataView(body.buffer, body.byteOffset, body.length) };
}

/** Whether the bytes from `one` on are those from `other` on; `length` of them. */
export function areSame({ view }: PageBytes, one: number, other: number, length: number): boolean {
  if (one === other) return true;
  if (one + length > view.byteLength || other + length > view.byteLength) return false;
  let at = 0;
  for (const words = length - 4; at <= words; at += 4) {
    if (view.getInt32(one + at, true) !== view.getInt32(other + at, true)) return false;
  }
  for (; at < length; at += 1) if (view.getUint8(one + at) !== view.getUint8(other + at)) return false;
  return true;
}

/** The contents of a JSON string between two positions, without its quotes. Throws `notPlain` for invalid escapes. */
export function textBetween({ bytes }: PageBytes, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    throw notPlain;
  }
}
