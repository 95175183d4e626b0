// Keyboard movement in a map of cells in rows. Pure.

/** `at`: the cell now, null before the first key. Null for a key that is not about cells. */
export function steppedCell(key: string, at: number | null, count: number, inRow: number): number | null {
  if (count === 0) return null;
  const within = (cell: number): number => Math.max(0, Math.min(count - 1, cell));
  switch (key) {
    case 'ArrowRight':
      return at === null ? 0 : within(at + 1);
    case 'ArrowLeft':
      return at === null ? 0 : within(at - 1);
    case 'ArrowDown':
      return at === null ? 0 : at + inRow < count ? at + inRow : at;
    case 'ArrowUp':
      return at === null ? 0 : at - inRow >= 0 ? at - inRow : at;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
