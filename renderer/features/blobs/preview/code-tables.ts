// Which bytes stand for a character in an encoding that the runtime reads but does not write. Made from its decoder, on
// first use. Pure.
import type { Encoding } from '@shared/preview/charsets';
import { isMultibyte } from './multibyte';

type CodeTable = ReadonlyMap<string, readonly number[]>;

const tables = new Map<Encoding, CodeTable>();

/** The bytes of a text; null where there are none for one of its characters. */
export function tableBytes(text: string, encoding: Encoding): Uint8Array | null {
  let table = tables.get(encoding);
  if (table === undefined) {
    table = tableOf(encoding);
    tables.set(encoding, table);
  }
  const bytes: number[] = [];
  for (const character of text) {
    const code = table.get(character);
    if (code === undefined) return null;
    bytes.push(...code);
  }
  return Uint8Array.from(bytes);
}

function tableOf(encoding: Encoding): CodeTable {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const table = new Map<string, readonly number[]>();
  for (const code of codesOf(encoding)) {
    const text = decoder.decode(Uint8Array.from(code));
    // What two codes stand for is written by the first.
    if (text !== '\ufffd' && [...text].length === 1 && !table.has(text)) table.set(text, code);
  }
  return table;
}

const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, at) => from + at);
const pairs = (leads: readonly number[], before: readonly number[] = []): readonly (readonly number[])[] =>
  leads.flatMap((lead) => range(0x40, 0xff).map((second) => [...before, lead, second]));

/** Each code of the encoding, those first by which programs write. */
function codesOf(encoding: Encoding): readonly (readonly number[])[] {
  const single = range(0, 256).map((code) => [code]);
  if (!isMultibyte(encoding)) return single;
  const leads = range(0x81, 0xff);
  switch (encoding) {
    case 'shift_jis': {
      // What IBM added stands twice; Windows writes the codes at the end.
      const twice = [0xed, 0xee];
      return [...single, ...pairs(leads.filter((lead) => !twice.includes(lead)))];
    }
    case 'euc-jp':
      return [...single, ...pairs(leads), ...pairs(leads, [0x8f])];
    case 'big5':
      // Before 0xA1 lies what Hong Kong added, some of it a second time.
      return [...single, ...pairs(range(0xa1, 0xff)), ...pairs(range(0x81, 0xa1))];
    default:
      return [...single, ...pairs(leads)];
  }
}
