// Why a blob that claims to be a picture, audio, video, Parquet or JSON is shown as bytes or text. Pure.
import { previewRangeBytes } from '@shared/model/blob-preview';
import { t } from '@shared/strings/t';
import { formatBytes } from '@shared/units';
import { type BlobKind, type KindFacts, isCalledJson } from './blob-kind';

type Claimed = 'drawing' | 'picture' | 'sound' | 'film' | 'parquet';

/** A sentence; null where the blob is what it says it is, or says nothing. */
export function claimText(facts: KindFacts, { views: [first] }: BlobKind): string | null {
  if (first !== 'text' && first !== 'hex') return null;
  if (first === 'text' && facts.totalBytes > previewRangeBytes && isCalledJson(facts)) {
    return t`JSON of more than ${formatBytes(previewRangeBytes)} is shown as its text: it is laid out only where all of it was read.`;
  }
  const claim = claimOf(facts);
  if (claim === null) return null;
  const { what, by } = claim;
  switch (what) {
    case 'drawing':
      return t`SVG is shown as text: a drawing could load what it names and run what is in it.`;
    case 'picture':
      return t`${by}, but its bytes do not begin like a picture that can be shown here.`;
    case 'sound':
      return t`${by}, but its bytes do not begin like sound that can be played here.`;
    case 'film':
      return t`${by}, but its bytes do not begin like a video that can be played here.`;
    case 'parquet':
      return t`${by}, but its bytes do not begin like a Parquet file.`;
  }
}

/** The content type counts where it says anything, else the ending of the name. */
function claimOf({ name, contentType }: KindFacts): { readonly what: Claimed; readonly by: string } | null {
  const type = contentType.trim().toLowerCase();
  const byType = types.find(([pattern]) => pattern.test(type));
  if (byType !== undefined) return { what: byType[1], by: t`Its content type is ${contentType}` };
  if (type !== '' && type !== 'application/octet-stream') return null;
  const [extension = ''] = /\.\w+$/u.exec(name) ?? [];
  const byExtension = endings.find(([pattern]) => pattern.test(extension));
  return byExtension === undefined ? null : { what: byExtension[1], by: t`Its name ends in ${extension}` };
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
