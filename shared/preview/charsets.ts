// The encodings that previews and imports can read: those of the runtime whose lines end with the byte of a line feed,
// or that are UTF-16. Pure.
import { t } from '../strings/t';

export interface Charset<V extends string = string> {
  /** As the runtime calls it. */
  readonly value: V;
  readonly label: string;
  readonly description?: string;
}

export const encodingNames = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'shift_jis',
  'euc-jp',
  'gbk',
  'gb18030',
  'big5',
  'euc-kr',
  'windows-1250',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
  'windows-1251',
  'iso-8859-5',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'x-mac-cyrillic',
  'windows-1253',
  'iso-8859-7',
  'windows-1254',
  'windows-1255',
  'iso-8859-8',
  'windows-1256',
  'iso-8859-6',
  'windows-1257',
  'iso-8859-4',
  'iso-8859-13',
  'iso-8859-10',
  'iso-8859-14',
  'iso-8859-3',
  'windows-1258',
  'windows-874',
] as const;
export type Encoding = (typeof encodingNames)[number];

const multibyte = ['shift_jis', 'euc-jp', 'gbk', 'gb18030', 'big5', 'euc-kr'] as const;
export type Multibyte = (typeof multibyte)[number];

export function isMultibyte(encoding: Encoding): encoding is Multibyte {
  return (multibyte as readonly string[]).includes(encoding);
}

const labels: Partial<Record<Encoding, string>> = {
  'utf-16le': t`UTF-16 LE`,
  'utf-16be': t`UTF-16 BE`,
  shift_jis: 'Shift_JIS',
  big5: 'Big5',
  macintosh: 'Mac Roman',
  'x-mac-cyrillic': 'Mac Cyrillic',
};

const cyrillic = t`Cyrillic`;
const westernEurope = t`Western Europe`;
const centralEurope = t`Central Europe`;
const descriptions: Partial<Record<Encoding, string>> = {
  'windows-1252': westernEurope,
  shift_jis: t`Japanese`,
  'euc-jp': t`Japanese`,
  gbk: t`Chinese, simplified`,
  gb18030: t`Chinese, simplified`,
  big5: t`Chinese, traditional`,
  'euc-kr': t`Korean`,
  'windows-1250': centralEurope,
  'iso-8859-2': centralEurope,
  'iso-8859-15': westernEurope,
  macintosh: westernEurope,
  'windows-1251': cyrillic,
  'iso-8859-5': cyrillic,
  'koi8-r': cyrillic,
  'koi8-u': cyrillic,
  ibm866: cyrillic,
  'x-mac-cyrillic': cyrillic,
  'windows-1253': t`Greek`,
  'iso-8859-7': t`Greek`,
  'windows-1254': t`Turkish`,
  'windows-1255': t`Hebrew`,
  'iso-8859-8': t`Hebrew`,
  'windows-1256': t`Arabic`,
  'iso-8859-6': t`Arabic`,
  'windows-1257': t`Baltic`,
  'iso-8859-4': t`Baltic`,
  'iso-8859-13': t`Baltic`,
  'iso-8859-10': t`Nordic`,
  'iso-8859-14': t`Celtic`,
  'iso-8859-3': t`Maltese, Esperanto`,
  'windows-1258': t`Vietnamese`,
  'windows-874': t`Thai`,
};

export const encodings: readonly Charset<Encoding>[] = encodingNames.map((value) => {
  const description = descriptions[value];
  return { value, label: labels[value] ?? defaultLabel(value), ...(description === undefined ? {} : { description }) };
});

/** `Windows-1251`, `ISO-8859-2`, `EUC-JP`. */
function defaultLabel(name: Encoding): string {
  return name.startsWith('windows') ? `W${name.slice(1)}` : name.toUpperCase();
}
