// The kind of a blob for its preview: by its first bytes, or by its content type and name if those are ambiguous; and
// why a blob is not shown as what it claims to be. Markup is text: HTML and SVG are never rendered. Pure.
import { type previewViews, previewRangeBytes } from '@shared/model/blob-preview';
import { type Encoding, decodeText, encodingOf } from './encoding';
import { t } from '@shared/strings/t';
import { formatBytes } from '@shared/units';

export type PreviewView = (typeof previewViews)[number];

export interface BlobKind {
  /** The views that fit, the one to begin with first. */
  readonly views: readonly PreviewView[];
  /** Of pictures, sound and films: the type of the bytes, never the one that the blob claims. */
  readonly mediaType: string;
  /** The encoding of a text; UTF-8 for anything else. */
  readonly encoding: Encoding;
}

interface KindFacts {
  readonly name: string;
  readonly contentType: string;
  readonly totalBytes: number;
}

export function kindOf(facts: KindFacts, head: Uint8Array): BlobKind {
  const media = mediaTypeOf(head, facts.contentType);
  if (media !== null) return { views: [viewOfMedia(media), 'hex'], mediaType: media, encoding: 'utf-8' };
  const none = { mediaType: '', encoding: 'utf-8' } as const;
  if (startsWith(head, 'PAR1')) return { ...none, views: ['parquet', 'hex'] };
  const encoding = encodingOf(head, facts.contentType);
  if (encoding === 'binary') return { ...none, views: ['hex', 'text'] };
  const asText = { mediaType: '', encoding };
  if (isDelimited(facts)) return { ...asText, views: ['table', 'text', 'hex'] };
  if (isJson(facts, head, encoding)) return { ...asText, views: ['json', 'text', 'hex'] };
  return { ...asText, views: ['text', 'hex'] };
}

function viewOfMedia(type: string): PreviewView {
  if (type.startsWith('image/')) return 'picture';
  return type.startsWith('audio/') ? 'sound' : 'film';
}

function isDelimited({ name, contentType }: KindFacts): boolean {
  return /^text\/(?:csv|tab-separated-values)\b/iu.test(contentType) || /\.(?:csv|tsv)$/iu.test(name);
}

/** JSON is laid out as a whole or not at all; lines of JSON stay lines. */
function isJson(facts: KindFacts, head: Uint8Array, encoding: Encoding): boolean {
  if (facts.totalBytes > previewRangeBytes) return false;
  if (isCalledJson(facts)) return true;
  const first = head.find((byte) => byte > 0x20 && byte < 0x80);
  // A log may begin with a bracket, too.
  return (first === 0x7b || first === 0x5b) && !areLines(facts) && parses(decodeText(head, encoding));
}

/** Whether the blob's content type declares one JSON text. */
function isCalledJson(facts: KindFacts): boolean {
  if (areLines(facts)) return false;
  return /^application\/(?:[\w.-]+\+)?json\b/iu.test(facts.contentType) || /\.json$/iu.test(facts.name);
}

function areLines({ name }: KindFacts): boolean {
  return /\.(?:jsonl|ndjson)$/iu.test(name);
}

function parses(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\ufeff/u, ''));
    return true;
  } catch {
    return false;
  }
}

const signatures: readonly (readonly [offset: number, text: string, type: string])[] = [
  [0, '\x89PNG\r\n\x1a\n', 'image/png'],
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, 'GIF87a', 'image/gif'],
  [0, 'GIF89a', 'image/gif'],
  [8, 'WEBP', 'image/webp'],
  [4, 'ftypavif', 'image/avif'],
  [4, 'ftypavis', 'image/avif'],
  [8, 'WAVE', 'audio/wav'],
  [0, 'OggS', 'audio/ogg'],
  [0, 'fLaC', 'audio/flac'],
  [0, 'ID3', 'audio/mpeg'],
  [0, '\x1a\x45\xdf\xa3', 'video/webm'],
];

function mediaTypeOf(head: Uint8Array, contentType: string): string | null {
  const found = signatures.find(([offset, text]) => startsWith(head.subarray(offset), text));
  if (found !== undefined) {
    const [offset, , type] = found;
    // WEBP and WAVE are two of many things in a RIFF box.
    return offset === 8 && !startsWith(head, 'RIFF') ? null : type;
  }
  if (isIsoMedia(head)) return isoMediaType(String.fromCharCode(...head.subarray(8, 12)));
  // Two letters alone could start a text: the field for the size must be one, too.
  if (startsWith(head, 'BM') && head.length > 26 && head[14] === 40 && head[15] === 0) return 'image/bmp';
  const isFrame = head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2;
  return isFrame && /^audio\/mpe?g/iu.test(contentType) ? 'audio/mpeg' : null;
}

/** The box that such a file begins with, which is short: a text has no zero bytes. */
function isIsoMedia(head: Uint8Array): boolean {
  return head[0] === 0 && head[1] === 0 && startsWith(head.subarray(4), 'ftyp');
}

const soundBrands: ReadonlySet<string> = new Set(['M4A ', 'M4B ', 'M4P ']);
/** Pictures of cameras and phones, for which there is no decoder here. */
const pictureBrands = /^(?:mif[12]|msf1|he[iv][a-z]|crx )$/u;

/** There are many brands of films, and they reveal little of the contents: the player reports what it cannot play. */
function isoMediaType(brand: string): string | null {
  if (pictureBrands.test(brand)) return null;
  return soundBrands.has(brand) ? 'audio/mp4' : 'video/mp4';
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

type Claimed = 'drawing' | 'picture' | 'sound' | 'film' | 'parquet';

/** Why a blob is not shown as what it claims to be; null if it is, or claims nothing. */
export function claimText(facts: KindFacts, { views: [first] }: BlobKind): string | null {
  if (first !== 'text' && first !== 'hex') return null;
  if (first === 'text' && facts.totalBytes > previewRangeBytes && isCalledJson(facts)) {
    return t`JSON larger than ${formatBytes(previewRangeBytes)} is shown as text, because formatting requires the whole blob.`;
  }
  const claim = claimOf(facts);
  if (claim === null) return null;
  const { what, by } = claim;
  switch (what) {
    case 'drawing':
      return t`SVG is shown as text, because a drawing can load other content and run scripts.`;
    case 'picture':
      return t`${by}, but the content is not an image that can be shown here.`;
    case 'sound':
      return t`${by}, but the content is not audio that can be played here.`;
    case 'film':
      return t`${by}, but the content is not a video that can be played here.`;
    case 'parquet':
      return t`${by}, but the content is not a Parquet file.`;
  }
}

/** The content type decides if it is specific, else the extension of the name. */
function claimOf({ name, contentType }: KindFacts): { readonly what: Claimed; readonly by: string } | null {
  const type = contentType.trim().toLowerCase();
  const byType = types.find(([pattern]) => pattern.test(type));
  if (byType !== undefined) return { what: byType[1], by: t`The content type is ${contentType}` };
  if (type !== '' && type !== 'application/octet-stream') return null;
  const [extension = ''] = /\.\w+$/u.exec(name) ?? [];
  const byExtension = endings.find(([pattern]) => pattern.test(extension));
  return byExtension === undefined ? null : { what: byExtension[1], by: t`The name ends in ${extension}` };
}

const types: readonly (readonly [RegExp, Claimed])[] = [
  [/^image\/svg\+xml\b/u, 'drawing'],
  [/^image\//u, 'picture'],
  [/^audio\//u, 'sound'],
  [/^video\//u, 'film'],
  [/^application\/(?:vnd\.apache\.|x-)?parquet\b/u, 'parquet'],
];
const endings: readonly (readonly [RegExp, Claimed])[] = [
  [/^\.svg$/iu, 'drawing'],
  [/^\.(?:png|jpe?g|gif|webp|avif|bmp|tiff?|ico|hei[cf])$/iu, 'picture'],
  [/^\.(?:wav|mp3|og[ga]|opus|flac|m4a|aac|wma|aiff?)$/iu, 'sound'],
  [/^\.(?:mp4|m4v|webm|mkv|mov|avi|wmv)$/iu, 'film'],
  [/^\.parquet$/iu, 'parquet'],
];
