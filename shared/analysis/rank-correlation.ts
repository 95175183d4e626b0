// Spearman's rank correlation: how closely two orders of the same items agree, from -1 (reversed) to 1 (identical).

/** Null if either order gives everything the same rank. Texts compare by UTF-16 units. */
export function rankCorrelation(left: readonly string[], right: readonly string[]): number | null {
  const first = ranks(left);
  const second = ranks(right);
  const mean = (left.length + 1) / 2;
  let together = 0;
  let leftAlone = 0;
  let rightAlone = 0;
  for (const [index, rank] of first.entries()) {
    const dLeft = rank - mean;
    const dRight = (second[index] ?? mean) - mean;
    together += dLeft * dRight;
    leftAlone += dLeft * dLeft;
    rightAlone += dRight * dRight;
  }
  return leftAlone === 0 || rightAlone === 0 ? null : together / Math.sqrt(leftAlone * rightAlone);
}

/** Ranks from 1; equal values share the mean of their ranks. */
function ranks(values: readonly string[]): number[] {
  const order = values.map((value, index) => ({ value, index }));
  order.sort((left, right) => (left.value < right.value ? -1 : left.value > right.value ? 1 : 0));
  const result = new Array<number>(values.length).fill(0);
  for (let start = 0; start < order.length;) {
    let end = start;
    while (end < order.length && order[end]?.value === order[start]?.value) end += 1;
    for (let index = start; index < end; index += 1) result[order[index]?.index ?? 0] = (start + 1 + end) / 2;
    start = end;
  }
  return result;
}
