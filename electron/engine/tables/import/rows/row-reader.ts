// Determines how to read an input (format by name and content, encoding, delimiter) and creates the reader.
import { detectDelimiter, namedDelimiter } from '@shared/import/delimiter';
import { detectHeader } from '@shared/import/header-row';
import type { ImportFormat, ImportReading, SettledReading, TextEncoding } from '@shared/model/table-import';
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { inQuotes } from '@shared/strings/in-quotes';
import { MiB } from '@shared/units';
import { DelimitedRows } from './delimited-rows';
import { assertText } from './foreign-format';
import { type InputBytes, detectEncoding, guessNote, nextEncoding } from './input-text';
import { JsonRows } from './json-rows';
import type { RowReader } from './source-row';
import { WrongEncoding } from './text-pieces';

const headBytes = MiB;

/**
 * Retains the user's choices and detects the rest from the start of the input.
 * @throws StowageError `invalid.input` for an input that is no text
 */
export async function settleReading(input: InputBytes, wanted: ImportReading): Promise<SettledReading> {
  const head = await input.head(headBytes);
  if (isParquet(input.name, head, wanted.format)) {
    return { format: 'parquet', encoding: 'utf-8', delimiter: '', header: 'first-row', notes: [] };
  }
  assertText(input.name, head);
  const detected =
    wanted.encoding === undefined
      ? await detectEncoding(head, head.length === input.bytes ? 'whole' : 'start')
      : { encoding: wanted.encoding, note: '' };
  const sample = decodeHead(head, detected.encoding);
  const format = wanted.format ?? detectFormat(input.name, sample);
  const notes = detected.note === '' ? [] : [detected.note];
  if (format === 'json' && sample.trimStart().startsWith('{')) {
    notes.push(t`The rows are the objects of the first array in the file; everything around it is ignored.`);
  }
  if (format === 'json' || format === 'jsonl') {
    return { format, encoding: detected.encoding, delimiter: '', header: 'first-row', notes };
  }
  const [firstLine = ''] = sample.replace(/^\uFEFF/, '').split(/\r?\n/, 1);
  const named = namedDelimiter(firstLine);
  const rows =
    named === null
      ? sample
      : sample
          .replace(/^\uFEFF/, '')
          .slice(firstLine.length)
          .trimStart();
  const delimiter = wanted.delimiter ?? named ?? (format === 'tsv' ? '\t' : detectDelimiter(rows));
  if (named !== null) notes.push(t`The first line declares the delimiter ${inQuotes(named)} and is not a row.`);
  const header = wanted.header ?? detectHeader(rows, delimiter);
  if (header === 'none' && wanted.header === undefined) {
    notes.push(t`The first row contains values, not names, so it is read as data.`);
  }
  return { format, encoding: detected.encoding, delimiter, header, notes };
}

/**
 * Reads in the settled encoding, and in others where the text is not in it and the user has not chosen it.
 * @throws StowageError `invalid.input` when there is no other encoding to try
 */
export async function readAs<T>(
  input: InputBytes,
  reading: SettledReading,
  wanted: ImportReading,
  read: (reading: SettledReading) => Promise<T>,
): Promise<T> {
  try {
    return await read(reading);
  } catch (thrown) {
    if (!(thrown instanceof WrongEncoding)) throw thrown;
    const next = wanted.encoding === undefined ? await nextEncoding(input, reading.encoding) : null;
    if (next === null) throw undecodable(reading);
    const notes = [...reading.notes.filter((note) => note !== guessNote(reading.encoding)), guessNote(next)];
    return readAs(input, { ...reading, encoding: next, notes }, wanted, read);
  }
}

function undecodable({ encoding }: SettledReading): StowageError {
  const problem = t`the text is not valid ${encoding}.`;
  return new StowageError('invalid.input', `Encoding: ${problem}`, {
    context: { field: 'Encoding', problem, fix: t`Choose another encoding.` },
  });
}

export async function readerFor(input: InputBytes, reading: SettledReading): Promise<RowReader> {
  if (reading.format === 'parquet') {
    // Its tables and codecs take some ms to set up, and few files need them.
    const { ParquetRows } = await import('./parquet-rows');
    return new ParquetRows(input);
  }
  const isJson = reading.format === 'json' || reading.format === 'jsonl';
  return isJson ? new JsonRows(input, reading) : new DelimitedRows(input, reading);
}

/** By the first bytes, whatever the name is; a file of that name that does not have them is rejected by its reader. */
function isParquet(name: string, head: Buffer, wanted: ImportFormat | undefined): boolean {
  if (wanted !== undefined) return wanted === 'parquet';
  return head.toString('latin1', 0, 4) === 'PAR1' || /\.parquet$/i.test(name);
}

function detectFormat(name: string, sample: string): ImportFormat {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const start = sample.trimStart().charAt(0);
  if (extension === 'csv') return 'csv';
  if (extension === 'tsv' || extension === 'tab') return 'tsv';
  if (start === '[') return 'json';
  if (start === '{') return isEnvelope(sample, extension) ? 'json' : 'jsonl';
  if (extension === 'jsonl' || extension === 'ndjson') return 'jsonl';
  if (extension === 'json') return 'json';
  return detectDelimiter(sample) === '\t' ? 'tsv' : 'csv';
}

/** Whether one object holds the rows in an array, as `{"value":[…]}` or `{"items":[…]}`, and is not a row itself. */
function isEnvelope(sample: string, extension: string): boolean {
  if (/^\s*\{[^{[]*"value"\s*:\s*\[/.test(sample)) return true;
  if (
    extension === 'jsonl' ||
    extension === 'ndjson' ||
    /"(?:PartitionKey|RowKey)"/.test(sample.split('[', 1)[0] ?? '')
  ) {
    return false;
  }
  const [first = '', ...others] = sample.trim().split(/\r?\n/);
  // Several whole objects, each in a separate line, are JSON Lines.
  if (isWholeObject(first) && others.some((line) => line.trim() !== '')) return false;
  return /:\s*\[\s*\{/.test(sample);
}

function isWholeObject(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function decodeHead(head: Buffer, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(head, { stream: true });
}
