// Ends rooms, one after another or together: each gets to its end, whatever the others meet.

export interface Room {
  dispose(): unknown;
}

/** Rejects with the first failure, when all is done. */
export async function endInTurn(rooms: readonly Room[]): Promise<void> {
  const failures: unknown[] = [];
  for (const room of rooms) {
    try {
      await room.dispose();
    } catch (thrown) {
      failures.push(thrown);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Rooms that end at the same time, as one. */
export function together(rooms: readonly Room[]): Room {
  return {
    dispose: async () => {
      const ends = await Promise.allSettled(rooms.map(async (room) => room.dispose()));
      const failed = ends.find((end): end is PromiseRejectedResult => end.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
  };
}
