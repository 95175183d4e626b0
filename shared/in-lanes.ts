// Runs work on many items, several at a time.

/**
 * Processes the items with limited concurrency and returns the results in their order. After a failure no further item
 * is started; rejects with the first failure once those under way have ended.
 */
export async function inLanes<T, R>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const failures: unknown[] = [];
  const waiting = items.entries();
  const lane = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true && failures.length === 0; next = waiting.next()) {
      const [place, item] = next.value;
      try {
        results[place] = await work(item);
      } catch (thrown) {
        failures.push(thrown);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
  if (failures.length > 0) throw failures[0];
  return results;
}
