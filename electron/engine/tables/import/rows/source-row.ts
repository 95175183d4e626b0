// One row of an input, before anybody knows what its texts mean.
import type { EdmType } from '@shared/model/entity';

/** A value whose type the input itself tells. `number` is a JSON number, its text as written. */
export interface TypedCell {
  readonly text: string;
  readonly type: EdmType | 'number' | 'text';
}

/** A text of a delimited file, a value that tells its type, or null where the row has none. */
export type Cell = string | TypedCell | null;

export interface SourceRow {
  /** From 0 over the whole input, rows that cannot be read included. */
  readonly index: number;
  /** Where it starts, from 1. */
  readonly line: number;
  /** By column; shorter than the columns where the rest is missing. */
  readonly cells: readonly (Cell | undefined)[];
  /** Columns in the order in which this row has them, where rows differ; the order of the columns when absent. */
  readonly order?: readonly number[];
  /** Why it is no row, in a sentence; null for a sound one. */
  readonly problem: string | null;
  /** As it stands in the input, without the line end. */
  readonly source: string;
}

export interface InputColumn {
  readonly name: string;
  readonly declaredType: EdmType | null;
}

export interface RowPiece {
  readonly rows: readonly SourceRow[];
  readonly bytesDone: number;
}

/** Reads an input once from its start. */
export interface RowReader {
  /** Of a delimited file known after the first piece; of JSON they grow with the rows. */
  readonly columns: readonly InputColumn[];
  /** Cells of the header row as they stand; empty for JSON. */
  readonly headerCells: readonly string[];
  pieces(): AsyncGenerator<RowPiece, void, undefined>;
}

export function cellText(cell: Cell | undefined): string | null {
  return cell === undefined || cell === null ? null : typeof cell === 'string' ? cell : cell.text;
}
