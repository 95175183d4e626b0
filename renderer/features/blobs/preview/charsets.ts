// The encoding that a label names, as the runtime knows its labels.
import { type Encoding, encodingNames } from '@shared/preview/charsets';

/** What a content type names, as in `text/plain; charset=shift_jis`; null where it names none that is known here. */
export function declaredEncoding(contentType: string): Encoding | null {
  const label = /;\s*charset\s*=\s*"?([^\s";]+)/iu.exec(contentType)?.[1];
  return label === undefined ? null : knownEncoding(label);
}

/** By any of its names, such as `ISO-8859-1` for Windows-1252; null where the preview cannot read it. */
export function knownEncoding(label: string): Encoding | null {
  try {
    const { encoding } = new TextDecoder(label);
    return encodingNames.find((name) => name === encoding) ?? null;
  } catch {
    return null;
  }
}
