// The distinct orders in which the columns of a page's rows occur, and which one each row has.
import { blockRows } from '@shared/rows/packed-rows';

export class RowShapes {
  readonly shapes: Uint16Array[] = [];
  readonly ofRow = new Uint16Array(blockRows);
  /** The columns of the current row. */
  #row: number[] = [];
  #count = 0;

  add(column: number): void {
    this.#row[this.#count] = column;
    this.#count += 1;
  }

  endRow(row: number): void {
    const before = row === 0 ? -1 : (this.ofRow[row - 1] ?? -1);
    this.ofRow[row] = this.#isNow(this.shapes[before]) ? before : this.#place();
    this.#count = 0;
  }

  #place(): number {
    const known = this.shapes.findIndex((shape) => this.#isNow(shape));
    if (known >= 0) return known;
    this.shapes.push(Uint16Array.from(this.#row.slice(0, this.#count)));
    return this.shapes.length - 1;
  }

  #isNow(shape: Uint16Array | undefined): boolean {
    if (shape === undefined || shape.length !== this.#count) return false;
    for (let at = 0; at < shape.length; at += 1) if (shape[at] !== this.#row[at]) return false;
    return true;
  }
}
