// Determines how to read an input (format by name and content, encoding, delimiter) and creates the reader.
import { detectDelimiter } from '@shared/import/delimiter';
import { detectHeader } from '@shared/import/header-row';
import type { ImportFormat, ImportReading, SettledReading, TextEncoding } from '@shared/model/table-import';
import { t } from '@shared/strings/t';
import { MiB } from '@shared/units';
import { DelimitedRows } from './delimited-rows';
import { type InputBytes, detectEncoding } from './input-text';
import { JsonRows } from './json-rows';
import type { RowReader } from './source-row';

const headBytes = MiB;

/** Keeps what the person chose and detects the rest from the start of the input. */
export async function settleReading(input: InputBytes, wanted: ImportReading): Promise<SettledReading> {
  const head = await input.head(headBytes);
  const detected =
    wanted.encoding === undefined
      ? detectEncoding(head, head.length === input.bytes ? 'whole' : 'start')
      : { encoding: wanted.encoding, note: '' };
  const sample = decodeHead(head, detected.encoding);
  const format = wanted.format ?? detectFormat(input.name, sample);
  const notes = detected.note === '' ? [] : [detected.note];
  if (format === 'json' || format === 'jsonl') {
    return { format, encoding: detected.encoding, delimiter: '', header: 'first-row', notes };
  }
  const delimiter = wanted.delimiter ?? (format === 'tsv' ? '\t' : detectDelimiter(sample));
  const header = wanted.header ?? detectHeader(sample, delimiter);
  if (header === 'none' && wanted.header === undefined) {
    notes.push(t`The first row holds values and no names, so it is read as data.`);
  }
  return { format, encoding: detected.encoding, delimiter, header, notes };
}

export function readerFor(input: InputBytes, reading: SettledReading): RowReader {
  const isJson = reading.format === 'json' || reading.format === 'jsonl';
  return isJson ? new JsonRows(input, reading) : new DelimitedRows(input, reading);
}

function detectFormat(name: string, sample: string): ImportFormat {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const start = sample.trimStart().charAt(0);
  if (extension === 'csv') return 'csv';
  if (extension === 'tsv' || extension === 'tab') return 'tsv';
  if (start === '[') return 'json';
  if (start === '{') return /^\s*\{[^{[]*"value"\s*:\s*\[/.test(sample) ? 'json' : 'jsonl';
  if (extension === 'jsonl' || extension === 'ndjson') return 'jsonl';
  if (extension === 'json') return 'json';
  return detectDelimiter(sample) === '\t' ? 'tsv' : 'csv';
}

function decodeHead(head: Buffer, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(head, { stream: true });
}
