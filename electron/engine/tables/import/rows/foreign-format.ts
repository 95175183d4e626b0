// Inputs that hold no rows as text although they are named like it: archives, workbooks, databases and web pages. Read
// as text, they would be columns and rows of noise, which keys that need no column would even let into the table.
import { invalidInput } from '@shared/errors';
import { inQuotes } from '@shared/strings/in-quotes';
import { t } from '@shared/strings/t';

/** @throws StowageError `invalid.input` naming what the input is, by its first bytes, and what to do with it */
export function assertText(name: string, head: Buffer): void {
  const found = formats.find(({ starts }) => starts.some((bytes) => head.subarray(0, bytes.length).equals(bytes)));
  if (found !== undefined) throw invalidInput(inQuotes(name), found.problem(), found.fix());
  const [, markup] = /^\uFEFF?\s*<(\?xml|!doctype\s+html|html)[\s>]/iu.exec(head.toString('utf8', 0, 200)) ?? [];
  if (markup === undefined) return;
  throw markup.toLowerCase() === '?xml'
    ? invalidInput(inQuotes(name), t`it is an XML file.`, t`Choose a CSV, TSV, JSON, JSON Lines or Parquet file.`)
    : invalidInput(
        inQuotes(name),
        t`it is a web page.`,
        t`It may be a sign-in page or an error message instead of the file: open it in a browser, then download the file again.`,
      );
}

interface ForeignFormat {
  readonly starts: readonly Buffer[];
  readonly problem: () => string;
  readonly fix: () => string;
}

const decompress = (): string => t`Decompress it and choose the resulting file.`;
const saveAsCsv = (): string => t`Save it as CSV (UTF-8) in its own program, and choose that file.`;

const formats: readonly ForeignFormat[] = [
  {
    starts: [
      hex('1f8b08'),
      hex('28b52ffd'),
      hex('fd377a585a00'),
      hex('04224d18'),
      ...'123456789'.split('').map((level) => Buffer.from(`BZh${level}1AY&SY`, 'latin1')),
    ],
    problem: () => t`it is compressed.`,
    fix: decompress,
  },
  {
    // Archives, and the workbooks of Excel and LibreOffice, which are archives, too.
    starts: [hex('504b0304'), hex('504b0506')],
    problem: () => t`it is a ZIP archive or a workbook.`,
    fix: () => t`Extract the archive and choose the file in it, or save the workbook as CSV (UTF-8).`,
  },
  { starts: [hex('377abcaf271c'), hex('526172211a07')], problem: () => t`it is an archive.`, fix: decompress },
  { starts: [hex('d0cf11e0a1b11ae1')], problem: () => t`it is an Excel workbook.`, fix: saveAsCsv },
  {
    // As text: SQLite, a version and a zero.
    starts: [hex('53514c69746520666f726d6174203300')],
    problem: () => t`it is a database.`,
    fix: () => t`Export one of its tables as CSV, and choose that file.`,
  },
  {
    starts: [hex('4f626a01'), Buffer.from('ARROW1\0\0', 'latin1'), Buffer.from('%PDF-', 'latin1')],
    problem: () => t`it is a binary file in an unsupported format.`,
    fix: () => t`Choose a CSV, TSV, JSON, JSON Lines or Parquet file.`,
  },
];

function hex(bytes: string): Buffer {
  return Buffer.from(bytes, 'hex');
}
