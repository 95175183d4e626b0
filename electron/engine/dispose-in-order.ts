// Disposes rooms one after another or together: a failure of one does not keep the others from being disposed.

export interface Room {
  dispose(): unknown;
}

/** Rejects with the first failure after all rooms were disposed. */
export async function disposeInOrder(rooms: readonly Room[]): Promise<void> {
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

/** Several rooms as one, disposed at the same time. */
export function together(rooms: readonly Room[]): Room {
  return {
    dispose: async () => {
      const ends = await Promise.allSettled(rooms.map(async (room) => room.dispose()));
      const failed = ends.find((end): end is PromiseRejectedResult => end.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
  };
}
