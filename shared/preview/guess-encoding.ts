// The encoding of text: the one that a label or a content type names, or a guess for text that is not UTF-8 and has no
// mark. chardet compares the frequency of letters; for short texts the script of the words, and characters that a wrong
// guess would hardly produce, are decisive. Pure.
import { analyse } from 'chardet';
import { type Encoding, encodingNames, isMultibyte } from './charsets';

/** chardet takes milliseconds for each KiB. */
const sampleBytes = 8 * 1024;
/** Below this confidence of chardet (0–100), or with fewer words, one Latin alphabet is no more likely than another. */
const minLatinConfidence = 20;
const minAccentedWords = 3;
/** Above it, chardet's choice among the other alphabets counts. */
const sureConfidence = 25;

/** @param head the start of a text; ASCII in it carries no information */
export function guessEncoding(head: Uint8Array): Encoding {
  const sample = telltaleLines(head);
  const eastAsian = eastAsianOf(sample);
  if (eastAsian !== null) return eastAsian;
  const guesses = analyse(sample).flatMap(({ name, confidence }) => {
    const encoding = knownEncoding(name);
    return encoding === null || isMultibyte(encoding) || strictly(sample, encoding) === null
      ? []
      : [{ encoding, confidence }];
  });
  return wordsAre(sample) === 'latin' ? latinOf(sample, guesses) : otherOf(sample, guesses);
}

interface Guess {
  readonly encoding: Encoding;
  readonly confidence: number;
}

/** The lines with non-ASCII bytes: others carry no information. */
function telltaleLines(head: Uint8Array): Uint8Array {
  const sample = new Uint8Array(sampleBytes);
  let filled = 0;
  for (let start = 0; start < head.length && filled < sampleBytes;) {
    const feed = head.indexOf(0x0a, start);
    const end = feed === -1 ? head.length : feed + 1;
    const line = head.subarray(start, end);
    if (line.some((byte) => byte >= 0x80)) {
      const taken = line.subarray(0, sampleBytes - filled);
      sample.set(taken, filled);
      filled += taken.length;
    }
    start = end;
  }
  return sample.subarray(0, filled);
}

/** Null if bytes decode to nothing, to control characters or to private use. A truncated last character is fine. */
function strictly(sample: Uint8Array, encoding: Encoding): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
    return /[\u0080-\u009f\ue000-\uf8ff]/u.test(text) ? null : text;
  } catch {
    return null;
  }
}

function wordsOf(sample: Uint8Array): readonly string[] {
  return String.fromCharCode(...sample).match(/[A-Za-z\x80-\xff]+/gu) ?? [];
}

/** Whether words mix ASCII with other letters, as in Latin alphabets, or have other letters only. */
function wordsAre(sample: Uint8Array): 'latin' | 'other' {
  const words = wordsOf(sample);
  const lengthOf = (kind: RegExp): number => words.reduce((sum, word) => sum + (kind.test(word) ? word.length : 0), 0);
  const other = lengthOf(/^[\x80-\xff]{2,}$/u);
  return other > 2 * lengthOf(/[A-Za-z][\x80-\xff]|[\x80-\xff][A-Za-z]/u) ? 'other' : 'latin';
}

function accentedWords(sample: Uint8Array): number {
  return wordsOf(sample).filter((word) => /[A-Za-z]/u.test(word) && /[\x80-\xff]/u.test(word)).length;
}

const latin: ReadonlySet<Encoding> = new Set<Encoding>([
  'windows-1252',
  'windows-1250',
  'iso-8859-2',
  'windows-1254',
  'windows-1257',
  'windows-1258',
]);

function latinOf(sample: Uint8Array, guesses: readonly Guess[]): Encoding {
  const [best] = guesses.filter(({ encoding }) => latin.has(encoding));
  // “Wroc³aw”: a symbol within a word is a letter in another encoding.
  if (/\p{L}[¡-¨ª-®±³¶¹º¼¾¿]\p{L}|£\p{L}/u.test(new TextDecoder('windows-1252').decode(sample))) {
    const [other] = guesses.filter(({ encoding }) => latin.has(encoding) && encoding !== 'windows-1252');
    return other?.encoding ?? 'windows-1250';
  }
  const isSure =
    best !== undefined && best.confidence >= minLatinConfidence && accentedWords(sample) >= minAccentedWords;
  return isSure ? best.encoding : 'windows-1252';
}

const cyrillic = ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'] as const;

function otherOf(sample: Uint8Array, guesses: readonly Guess[]): Encoding {
  const [best] = guesses.filter(({ encoding }) => !latin.has(encoding));
  const isCyrillic = (cyrillic as readonly Encoding[]).includes(best?.encoding ?? 'utf-8');
  if (best !== undefined && best.confidence >= sureConfidence && !isCyrillic) return best.encoding;
  const rated = cyrillic
    .map((encoding) => ({ encoding, likeness: cyrillicLikeness(strictly(sample, encoding) ?? '') }))
    .sort((one, other) => other.likeness - one.likeness);
  const [first] = rated;
  if (first !== undefined && first.likeness > 0.7) return first.encoding;
  // Hebrew has no capitals.
  if (sample.every((byte) => byte < 0x80 || (byte >= 0xe0 && byte <= 0xfa))) return 'windows-1255';
  return best?.encoding ?? 'windows-1252';
}

/** Share of the letters that are frequent in Russian, Ukrainian, Bulgarian or Serbian, and in their usual case. */
function cyrillicLikeness(text: string): number {
  const characters = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  const frequent = text.match(/[оеаинтсрвлкмдпуяіОЕАИНТСРВЛКМДПУЯІ]/gu)?.length ?? 0;
  const oddCase = text.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0;
  const hasSmall = /[а-я]/u.test(text);
  return characters === 0 ? 0 : ((hasSmall ? 1 : 0.9) * frequent - 2 * oddCase) / characters;
}

/** What most characters of a text are in each of these encodings, by lead and trail byte; and hardly ever elsewhere. */
const frequentIn = {
  shift_jis: (lead: number, trail: number) =>
    lead <= 0x83 ? trail >= 0x40 : (lead >= 0x88 && lead <= 0x97) || (lead === 0x98 && trail <= 0x72),
  'euc-jp': (lead: number) => (lead >= 0xa1 && lead <= 0xa5) || (lead >= 0xb0 && lead <= 0xcf),
  'euc-kr': (lead: number, trail: number) => (lead === 0xa1 || (lead >= 0xb0 && lead <= 0xc8)) && trail >= 0xa1,
  gb18030: (lead: number, trail: number) =>
    (lead === 0xa1 || lead === 0xa3 || (lead >= 0xb0 && lead <= 0xd7)) && trail >= 0xa1,
  big5: (lead: number) => lead >= 0xa1 && lead <= 0xc6,
} as const;
/** Decides where all is equal: what is frequent in Korean is frequent in the wider range of Chinese, too. */
const handicaps = { shift_jis: 0, 'euc-jp': 0, 'euc-kr': 0.05, gb18030: 0, big5: 0 } as const;
const eastAsian = ['shift_jis', 'euc-jp', 'euc-kr', 'gb18030', 'big5'] as const;

/** Null where the bytes belong together as characters of two bytes in none of them. */
function eastAsianOf(sample: Uint8Array): Encoding | null {
  const confidences = new Map(analyse(sample).map(({ name, confidence }) => [knownEncoding(name), confidence]));
  const rated = eastAsian.flatMap((encoding) => {
    if (strictly(sample, encoding) === null) return [];
    const { pairs, frequent, highTrails, kana } = pairsOf(sample, encoding);
    // A sign and a letter after it, as in “20 °C”, look like a pair.
    if (pairs < 2 || frequent < 0.8 * pairs || highTrails + kana < 0.25 * pairs) return [];
    const likeness = frequent / pairs + kana / pairs + (confidences.get(encoding) ?? 0) / 100 + handicaps[encoding];
    return [{ encoding, likeness: kana === 0 && encoding === 'euc-jp' ? likeness - 0.5 : likeness }];
  });
  return rated.sort((one, other) => other.likeness - one.likeness)[0]?.encoding ?? null;
}

function pairsOf(
  sample: Uint8Array,
  encoding: (typeof eastAsian)[number],
): { readonly pairs: number; readonly frequent: number; readonly highTrails: number; readonly kana: number } {
  let [pairs, frequent, highTrails, kana] = [0, 0, 0, 0];
  for (let index = 0; index + 1 < sample.length; index += 1) {
    const [lead = 0, trail = 0] = sample.subarray(index, index + 2);
    // In Shift_JIS, katakana of half width are one byte.
    if (lead < 0x80 || (encoding === 'shift_jis' && lead >= 0xa1 && lead <= 0xdf)) continue;
    pairs += 1;
    if (frequentIn[encoding](lead, trail)) frequent += 1;
    if (trail >= 0x80) highTrails += 1;
    if (encoding === 'shift_jis' ? lead === 0x82 || lead === 0x83 : encoding === 'euc-jp' && lead >> 1 === 0x52) {
      kana += 1;
    }
    index += 1;
  }
  return { pairs, frequent, highTrails, kana };
}

/** What a content type names, as in `text/plain; charset=shift_jis`; null where it names none that is known here. */
export function declaredEncoding(contentType: string): Encoding | null {
  const label = /;\s*charset\s*=\s*"?([^\s";]+)/iu.exec(contentType)?.[1];
  return label === undefined ? null : knownEncoding(label);
}

/** By any of its names, such as `ISO-8859-1` for Windows-1252; null where nothing here can read it. */
function knownEncoding(label: string): Encoding | null {
  try {
    const { encoding } = new TextDecoder(label);
    return encodingNames.find((name) => name === encoding) ?? null;
  } catch {
    return null;
  }
}
