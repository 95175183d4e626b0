// MD5 of bytes in memory, in base64 as the service writes it.
import { createHash } from 'node:crypto';

export function md5Of(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('base64');
}
