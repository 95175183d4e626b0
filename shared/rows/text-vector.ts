// A sequence of wire texts in as few bytes as possible, each accessible by index and restored exactly. Vectors are
// plain objects of typed arrays, so that they can be stored and posted directly.
export type TextVector =
  | { readonly kind: 'constant'; readonly text: string }
  | { readonly kind: 'dictionary'; readonly texts: readonly string[]; readonly positions: Uint8Array | Uint16Array }
  /** Characters up to U+00FF, a byte each; text `n` ends before `ends[n]`. */
  | { readonly kind: 'bytes'; readonly units: Uint8Array; readonly ends: Uint32Array }
  /** UTF-16 units, so that lone surrogates survive. */
  | { readonly kind: 'units'; readonly units: Uint16Array; readonly ends: Uint32Array }
  /** Numbers whose text is the canonical one of the number. */
  | { readonly kind: 'integers'; readonly values: Int32Array | Float64Array }
  | { readonly kind: 'doubles'; readonly values: Float64Array }
  /** Times with seven fractional digits: milliseconds and the 100-ns steps beyond. */
  | { readonly kind: 'moments'; readonly ms: Float64Array; readonly steps: Uint16Array }
  /** GUIDs in lower case, 16 bytes each. */
  | { readonly kind: 'guids'; readonly bytes: Uint8Array };

/** The likely form of the texts; a wrong guess only costs space. */
export type TextShape = 'any' | 'integer' | 'double' | 'moment' | 'guid';

const maxIndex = 0xffff;

/** Chooses the smallest form that restores every text exactly. */
export function packTexts(texts: readonly string[], shape: TextShape): TextVector {
  const [first = ''] = texts;
  if (texts.every((text) => text === first)) return { kind: 'constant', text: first };
  return packedByShape(texts, shape) ?? packedByRepetition(texts) ?? packedByUnits(texts);
}

/** The text at an index of the vector, identical to the one stored. */
export function textAt(vector: TextVector, index: number): string {
  switch (vector.kind) {
    case 'constant':
      return vector.text;
    case 'dictionary':
      return vector.texts[vector.positions[index] ?? 0] ?? '';
    case 'bytes':
    case 'units':
      return textOfUnits(vector.units, index === 0 ? 0 : (vector.ends[index - 1] ?? 0), vector.ends[index] ?? 0);
    case 'integers':
      return String(vector.values[index]);
    case 'doubles':
      return doubleText(vector.values[index] ?? 0);
    case 'moments':
      return momentText(vector.ms[index] ?? 0, vector.steps[index] ?? 0);
    case 'guids':
      return guidText(vector.bytes, index * 16);
  }
}

/** The order of two texts of the vector by their UTF-16 units, without building them where they are stored as units. */
export function orderOfTexts(vector: TextVector, one: number, other: number): number {
  if (vector.kind === 'constant') return 0;
  if (vector.kind === 'dictionary' && vector.positions[one] === vector.positions[other]) return 0;
  if (vector.kind !== 'bytes' && vector.kind !== 'units') {
    const [left, right] = [textAt(vector, one), textAt(vector, other)];
    return left < right ? -1 : left > right ? 1 : 0;
  }
  const { units, ends } = vector;
  const leftEnd = ends[one] ?? 0;
  const rightEnd = ends[other] ?? 0;
  let left = one === 0 ? 0 : (ends[one - 1] ?? 0);
  let right = other === 0 ? 0 : (ends[other - 1] ?? 0);
  for (; left < leftEnd && right < rightEnd; left += 1, right += 1) {
    const order = (units[left] ?? 0) - (units[right] ?? 0);
    if (order !== 0) return order;
  }
  return leftEnd - left - (rightEnd - right);
}

/** Memory taken by the vector, with two bytes for each character that is stored as text. */
export function vectorBytes(vector: TextVector): number {
  switch (vector.kind) {
    case 'constant':
      return 2 * vector.text.length;
    case 'dictionary':
      return vector.positions.byteLength + vector.texts.reduce((sum, text) => sum + 2 * text.length + 24, 0);
    case 'bytes':
    case 'units':
      return vector.units.byteLength + vector.ends.byteLength;
    case 'integers':
    case 'doubles':
      return vector.values.byteLength;
    case 'moments':
      return vector.ms.byteLength + vector.steps.byteLength;
    case 'guids':
      return vector.bytes.byteLength;
  }
}

function packedByShape(texts: readonly string[], shape: TextShape): TextVector | undefined {
  switch (shape) {
    case 'any':
      return undefined;
    case 'integer':
      return packedIntegers(texts);
    case 'double':
      return packedDoubles(texts);
    case 'moment':
      return packedMoments(texts);
    case 'guid':
      return packedGuids(texts);
  }
}

function packedIntegers(texts: readonly string[]): TextVector | undefined {
  const values = new Float64Array(texts.length);
  let small = true;
  for (const [index, text] of texts.entries()) {
    const value = Number(text);
    if (!Number.isSafeInteger(value) || String(value) !== text) return undefined;
    values[index] = value;
    small = small && value === (value | 0);
  }
  return { kind: 'integers', values: small ? Int32Array.from(values) : values };
}

function packedDoubles(texts: readonly string[]): TextVector | undefined {
  const values = new Float64Array(texts.length);
  for (const [index, text] of texts.entries()) {
    const value = Number(text);
    if (doubleText(value) !== text) return undefined;
    values[index] = value;
  }
  return { kind: 'doubles', values };
}

/** A double as the service writes one: a whole number with `.0`. */
export function doubleText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value);
}

function packedMoments(texts: readonly string[]): TextVector | undefined {
  const ms = new Float64Array(texts.length);
  const steps = new Uint16Array(texts.length);
  for (const [index, text] of texts.entries()) {
    if (text.length !== 28) return undefined;
    const value = Date.parse(`${text.slice(0, 23)}Z`);
    const rest = Number(text.slice(23, 27));
    // Four characters may also be another number: `-567`, `00.5`, `5e-7`.
    if (Number.isNaN(value) || !Number.isInteger(rest) || rest < 0 || momentText(value, rest) !== text)
      return undefined;
    ms[index] = value;
    steps[index] = rest;
  }
  return { kind: 'moments', ms, steps };
}

function momentText(ms: number, steps: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}${String(steps).padStart(4, '0')}Z`;
}

const guidForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

function packedGuids(texts: readonly string[]): TextVector | undefined {
  const bytes = new Uint8Array(texts.length * 16);
  for (const [index, text] of texts.entries()) {
    if (!guidForm.test(text)) return undefined;
    const digits = text.replaceAll('-', '');
    for (let at = 0; at < 16; at += 1) bytes[index * 16 + at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  }
  return { kind: 'guids', bytes };
}

function guidText(bytes: Uint8Array, from: number): string {
  let text = '';
  for (let at = 0; at < 16; at += 1) {
    if (at === 4 || at === 6 || at === 8 || at === 10) text += '-';
    text += (bytes[from + at] ?? 0).toString(16).padStart(2, '0');
  }
  return text;
}

function packedByRepetition(texts: readonly string[]): TextVector | undefined {
  const maxDifferent = Math.min(maxIndex, texts.length / 2);
  const known = new Map<string, number>();
  const indexes = new Uint16Array(texts.length);
  for (const [index, text] of texts.entries()) {
    let at = known.get(text);
    if (at === undefined) {
      at = known.size;
      if (at >= maxDifferent) return undefined;
      known.set(text, at);
    }
    indexes[index] = at;
  }
  return {
    kind: 'dictionary',
    texts: [...known.keys()],
    positions: known.size <= 256 ? Uint8Array.from(indexes) : indexes,
  };
}

function packedByUnits(texts: readonly string[]): TextVector {
  const ends = new Uint32Array(texts.length);
  let length = 0;
  for (const [index, text] of texts.entries()) {
    length += text.length;
    ends[index] = length;
  }
  const wide = new Uint16Array(length);
  let widest = 0;
  let at = 0;
  for (const text of texts) {
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      wide[at] = unit;
      at += 1;
      if (unit > widest) widest = unit;
    }
  }
  return widest <= 0xff ? { kind: 'bytes', units: Uint8Array.from(wide), ends } : { kind: 'units', units: wide, ends };
}

/** The number of arguments of a call is limited; longer texts are concatenated. */
const maxArguments = 8192;

function textOfUnits(units: Uint8Array | Uint16Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at += maxArguments) {
    text += String.fromCharCode(...units.subarray(at, Math.min(to, at + maxArguments)));
  }
  return text;
}
