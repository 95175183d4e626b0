// What a person searches for in a blob, as bytes: a text in the encoding of the blob or, among bytes, `0x` and bytes. Pure.
import { maxFindBytes } from '@shared/model/blob-preview';
import { t } from '@shared/strings/t';
import type { PreviewView } from './blob-kind';
import { type Encoding, encodeText } from './encoding';

export interface Needle {
  /** Null where there is nothing that can be searched for. */
  readonly needle: Uint8Array | null;
  /** Why; empty where nothing was typed, too. */
  readonly problem: string;
  readonly is: 'text' | 'bytes';
}

export function needleOf(text: string, encoding: Encoding, view: PreviewView): Needle {
  const hex = view === 'hex' ? /^0x((?:\s*[\da-f]{2})+)\s*$/iu.exec(text)?.[1] : undefined;
  const is = hex === undefined ? 'text' : 'bytes';
  const none = { needle: null, is } as const;
  if (text === '') return { ...none, problem: '' };
  const needle = hex === undefined ? encodeText(text, encoding) : bytesOf(hex.replace(/\s/gu, ''));
  if (needle === null) return { ...none, problem: t`This encoding has no such character.` };
  if (needle.length > maxFindBytes) return { ...none, problem: t`At most ${maxFindBytes} bytes can be found.` };
  return { needle, problem: '', is };
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
}
