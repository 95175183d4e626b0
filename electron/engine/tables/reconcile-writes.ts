// After a lost reply, determines row by row which ones are as the lost transaction would have left them. Another writer
// may have changed some of them since, so one row says nothing about the others.
const parallelReads = 16;

export interface JudgedRows<T, W> {
  readonly written: readonly { readonly row: T; readonly written: W }[];
  /** Not as they were sent: not written, or changed since. */
  readonly rest: readonly T[];
}

/** @param judge reads a row back; null where it is not as it was sent */
export async function judgeRows<T, W>(
  rows: readonly T[],
  judge: (row: T) => Promise<W | null>,
): Promise<JudgedRows<T, W>> {
  const written: { readonly row: T; readonly written: W }[] = [];
  const rest: T[] = [];
  for (let start = 0; start < rows.length; start += parallelReads) {
    const group = rows.slice(start, start + parallelReads);
    const found = await Promise.all(group.map(judge));
    group.forEach((row, at) => {
      const one = found[at] ?? null;
      if (one === null) rest.push(row);
      else written.push({ row, written: one });
    });
  }
  return { written, rest };
}
