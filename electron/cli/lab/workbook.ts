// A report and its rows as a workbook: findings, a sheet for each table, and every measured row. Figures are numbers in
// the unit of their column, not texts.
import type { Report } from '@shared/lab/report/report';
import type { Cell } from '@shared/lab/run';
import type { Sheet } from 'write-excel-file/node';

export interface DataRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

const maxName = 31;

export async function workbookFile(report: Report, data: DataRows): Promise<Buffer> {
  const { default: writeWorkbook } = await import('write-excel-file/node');
  const names = new Set<string>();
  const nameOf = (title: string): string => {
    const plain =
      title
        .replace(/[\\/?*[\]:]/g, ' ')
        .replace(/^'|'$/g, '')
        .slice(0, maxName)
        .trim() || '1';
    let name = plain;
    for (let number = 2; names.has(name.toLowerCase()); number += 1) {
      name = `${plain.slice(0, maxName - 4)} (${number})`;
    }
    names.add(name.toLowerCase());
    return name;
  };
  const findings = [
    report.title,
    report.subtitle,
    ...report.findings,
    ...report.sections.flatMap(({ paragraphs }) => paragraphs),
  ];
  const tables = report.sections.flatMap(({ heading, tables: own }) => own.map((table) => ({ heading, table })));
  const sheets: Sheet<never>[] = [
    {
      sheet: nameOf('Report'),
      data: findings.map((text, index) => [index === 0 ? bold(text) : value(text)]),
      columns: [{ width: 120 }],
    },
    ...tables.map(({ heading, table }) => ({
      sheet: nameOf(heading === '' ? table.title : `${table.title} ${heading}`),
      data: [
        table.columns.map(({ title, unit }) => bold(unit === '' ? title : `${title} (${unit})`)),
        ...table.rows.map((row) => row.map(value)),
      ],
      columns: table.columns.map((_, index) => ({ width: index === 0 ? 36 : 16 })),
      stickyRowsCount: 1,
    })),
    {
      sheet: nameOf('Data'),
      data: [data.columns.map(bold), ...data.rows.map((row) => row.map(value))],
      stickyRowsCount: 1,
    },
  ];
  return writeWorkbook(sheets).toBuffer();
}

const bold = (text: string) => ({ value: text, fontWeight: 'bold' as const });

function value(cell: Cell) {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return null;
  // A text that begins like a formula stays a text: its type says so.
  return typeof cell === 'number' ? { value: cell, type: Number } : { value: cell, type: String };
}
