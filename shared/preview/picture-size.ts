// The width and height that a picture declares in its header, read before anything decodes it: a file of a few kilobytes
// can declare a picture that takes gigabytes. Pure.

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/**
 * For the formats that the browser decodes, recognised by their signatures as it does: a declared content type does not
 * matter. Null when the header does not contain the size, or is damaged.
 */
export function pictureSizeOf(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const start = view.getUint32(0);
    if (start === signatures.png) return view.getUint32(12) === signatures.ihdr ? sizeAt(view, 16) : null;
    if (start === signatures.gif) return largestOfGif(view);
    if (start >>> 16 === signatures.bmp) {
      return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
    }
    if (start >>> 16 === signatures.jpeg) return sizeOfJpeg(view);
    if (start === signatures.riff && view.getUint32(8) === signatures.webp) return sizeOfWebp(view);
    return view.getUint32(4) === signatures.ftyp ? largestOfAvif(view) : null;
  } catch (thrown) {
    // It ends within its header.
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}

const signatures = {
  png: 0x89504e47,
  ihdr: 0x49484452,
  gif: 0x47494638,
  bmp: 0x424d,
  jpeg: 0xffd8,
  riff: 0x52494646,
  webp: 0x57454250,
  ftyp: 0x66747970,
} as const;

function sizeAt(view: DataView, at: number): PictureSize {
  return { width: view.getUint32(at), height: view.getUint32(at + 4) };
}

/** The screen of the animation. Decoders clip frames to it, or enlarge it to the first frame. */
function largestOfGif(view: DataView): PictureSize {
  let width = view.getUint16(6, true);
  let height = view.getUint16(8, true);
  const flags = view.getUint8(10);
  let at = 13 + ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  while (at < view.byteLength && view.getUint8(at) === 0x21) {
    at += 2;
    for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += length + 1;
    at += 1;
  }
  if (at + 9 < view.byteLength && view.getUint8(at) === 0x2c) {
    width = Math.max(width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true));
    height = Math.max(height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true));
  }
  return { width, height };
}

/** The frame header: any of the start-of-frame markers, which lie among other segments. */
function sizeOfJpeg(view: DataView): PictureSize | null {
  for (let at = 2; at < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) {
      at += 1;
      continue;
    }
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker === 0x00 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    } else if (marker === 0xd9) return null;
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
}

function sizeOfWebp(view: DataView): PictureSize | null {
  const kind = view.getUint32(12);
  // VP8X: the canvas, each side less one in 24 bits.
  if (kind === 0x56503858) return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
  // VP8L: 14 bits each, less one.
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (kind !== 0x56503820) return null;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
}

/** The largest of the boxes `ispe`, wherever they are: one for each image item. */
function largestOfAvif(view: DataView): PictureSize | null {
  let largest: PictureSize | null = null;
  for (let at = 4; at + 16 <= view.byteLength; at += 1) {
    if (view.getUint8(at) !== 0x69 || view.getUint32(at) !== 0x69737065) continue;
    const size = sizeAt(view, at + 8);
    if (largest === null || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}
