// Buffers that a worker uses again, since taking new ones from the system and giving them back costs more than filling
// them. What is not needed for a while is let go, so that an engine that has moved large blocks does not keep their room.

export interface BufferPool {
  /** At least `bytes` long. */
  take(bytes: number): Buffer;
  giveBack(buffer: Buffer): void;
  /** Releases as much as was not needed since the last call. To be called every `trimEveryMs`. */
  trim(): void;
  /** Bytes of unused buffers. */
  freeBytes(): number;
}

const minBytes = 64 * 1024;
/** When to trim: longer than a block waits for its turn, short beside the pause between two jobs. */
export const trimEveryMs = 5_000;

/** Keeps at most `keepBytes` of unused buffers. Sizes are rounded up, so that last blocks fit what others used. */
export function createBufferPool(keepBytes: number): BufferPool {
  /** The longest unused first. */
  const free: Buffer[] = [];
  let freeBytes = 0;
  /** The fewest there were since the last trim: so many could have been missing. */
  let spareBytes = 0;

  const removeAt = (index: number): Buffer | undefined => {
    const [buffer] = free.splice(index, 1);
    freeBytes -= buffer?.length ?? 0;
    return buffer;
  };

  return {
    freeBytes: () => freeBytes,
    take: (bytes) => {
      const at = free.findIndex((buffer) => buffer.length >= bytes && buffer.length <= Math.max(minBytes, bytes * 4));
      const buffer = at === -1 ? undefined : removeAt(at);
      spareBytes = Math.min(spareBytes, freeBytes);
      return buffer ?? Buffer.allocUnsafeSlow(Math.max(bytes, minBytes));
    },
    giveBack: (buffer) => {
      if (freeBytes + buffer.length > keepBytes) return;
      free.push(buffer);
      freeBytes += buffer.length;
    },
    trim: () => {
      let left = spareBytes;
      for (let index = 0; index < free.length;) {
        const length = free[index]?.length ?? 0;
        if (length > left) index += 1;
        else {
          left -= length;
          removeAt(index);
        }
      }
      spareBytes = freeBytes;
    },
  };
}
