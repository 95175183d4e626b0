// One row of an input, before its texts are interpreted.
import { type StowageError, invalidInput } from '@shared/errors';
import { t } from '@shared/strings/t';
import type { EdmType } from '@shared/model/entity';

/** A value whose type the input declares. `number` is a JSON number, as written. */
export interface TypedCell {
  readonly text: string;
  readonly type: EdmType | 'number' | 'text';
}

/** The text of a delimited cell, a typed value, or null when the row lacks it. */
export type Cell = string | TypedCell | null;

export interface SourceRow {
  /** Zero-based, including rows that cannot be read. */
  readonly index: number;
  /** First line of the row, from 1. */
  readonly line: number;
  /** By column; shorter than the columns when trailing cells are missing. */
  readonly cells: readonly (Cell | undefined)[];
  /** The column order of the row, if rows may differ; otherwise that of the columns. */
  readonly order?: readonly number[];
  /** Why it is not a valid row, as a sentence; null for a valid row. */
  readonly problem: string | null;
  /** Its original text without the line end. */
  readonly source: string;
}

export interface InputColumn {
  readonly name: string;
  readonly declaredType: EdmType | null;
}

/** Entities have 252 properties; where names are values, every row adds some, and all of them stay in memory. */
const maxColumns = 10_000;

/** @throws StowageError `invalid.input` for more columns than an import handles */
export function limitColumns(columns: number): void {
  if (columns > maxColumns) throw tooManyColumns();
}

function tooManyColumns(): StowageError {
  const problem = t`it has more than ${maxColumns} different columns.`;
  return invalidInput(t`Input`, problem, t`Check that no values are used as names, or split the file.`);
}

export interface RowPiece {
  readonly rows: readonly SourceRow[];
  readonly bytesDone: number;
}

/** Reads an input once from its start. */
export interface RowReader {
  /** For a delimited file known after the first piece; for JSON it grows with the rows. */
  readonly columns: readonly InputColumn[];
  /** Whether rows that are read later may add columns. */
  readonly addsColumns: boolean;
  /** Raw cells of the header row; empty for JSON. */
  readonly headerCells: readonly string[];
  /** Rows until now in which every cell is blank, as spreadsheets append them. They are skipped like empty lines. */
  readonly blankRows: number;
  /** Whether columns that Stowage adds to rejected rows were skipped. */
  readonly skipsRejectColumns: boolean;
  pieces(): AsyncGenerator<RowPiece, void, undefined>;
}

export function cellText(cell: Cell | undefined): string | null {
  return cell === undefined || cell === null ? null : typeof cell === 'string' ? cell : cell.text;
}
