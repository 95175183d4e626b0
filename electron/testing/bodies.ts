// Bodies of requests and replies in tests: read completely, discarded, corrupted.
import type { IncomingMessage } from 'node:http';

export function flipped(body: Buffer, atByte: number): Buffer {
  const copy = Buffer.from(body);
  if (copy.length > 0) {
    const index = Math.min(atByte, copy.length - 1);
    copy.writeUInt8(copy.readUInt8(index) ^ 1, index);
  }
  return copy;
}

export async function collected(reply: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of reply) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

export async function drained(reply: IncomingMessage): Promise<void> {
  reply.resume();
  await new Promise((resolve) => reply.on('close', resolve));
}
