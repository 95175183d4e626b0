// A fast hash of text for sampling and counting: well distributed, the same on every platform, not cryptographic.

export interface TextHash {
  /** Two independent halves of 32 bits, unsigned. */
  readonly high: number;
  readonly low: number;
}

/** Multiply-and-rotate over the UTF-16 units, then a final mix of each half (the finaliser of MurmurHash3). */
export function hashText(text: string): TextHash {
  let high = 0x9e3779b9;
  let low = 0x7f4a7c15;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x85ebca6b);
    high = (high << 13) | (high >>> 19);
    low = Math.imul(low ^ unit, 0xc2b2ae35);
    low = (low << 17) | (low >>> 15);
  }
  return { high: mixed(high ^ text.length), low: mixed(low ^ Math.imul(text.length, 0x27d4eb2f)) };
}

/** One number of 52 bits, for order and equality. */
export function hashNumber(text: string): number {
  const { high, low } = hashText(text);
  return (high & 0xfffff) * 0x1_0000_0000 + low;
}

function mixed(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
