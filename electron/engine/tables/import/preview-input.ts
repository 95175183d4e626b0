// The first rows of an input, shown as soon as it is picked or pasted.
import type { ImportPreview, ImportReading, SettledReading } from '@shared/model/table-import';
import { undecodable } from './check/check-input';
import { type InputBytes, fallbackNote } from './rows/input-text';
import { readerFor, settleReading } from './rows/row-reader';
import { cellText } from './rows/source-row';
import { WrongEncoding } from './rows/text-pieces';

const rowsShown = 50;

/** Reads about a megabyte. @throws StowageError `invalid.input` when no rows can be recognised, `local.*` */
export async function previewInput(input: InputBytes, wanted: ImportReading): Promise<ImportPreview> {
  const reading = await settleReading(input, wanted);
  try {
    return await firstRows(input, reading);
  } catch (thrown) {
    if (!(thrown instanceof WrongEncoding)) throw thrown;
    if (reading.encoding !== 'utf-8' || wanted.encoding !== undefined) throw undecodable(reading);
    return firstRows(input, { ...reading, encoding: 'windows-1252', notes: [...reading.notes, fallbackNote()] });
  }
}

async function firstRows(input: InputBytes, reading: SettledReading): Promise<ImportPreview> {
  const reader = readerFor(input, reading);
  for await (const { rows } of reader.pieces()) {
    // A byte order mark alone is not a row.
    if (rows.length === 0) continue;
    return shown(rows.slice(0, rowsShown).map(({ cells }) => reader.columns.map((_, index) => cellText(cells[index]))));
  }
  return shown([]);

  function shown(rows: (string | null)[][]): ImportPreview {
    return { name: input.name, bytes: input.bytes, reading, columns: [...reader.columns], rows };
  }
}
