// Whether a URL is that of one particular local file.
import { fileURLToPath } from 'node:url';

/** `path`: absolute, as the system writes it. */
export function isAddressOf(path: string, address: string): boolean {
  try {
    return fileURLToPath(address) === path;
  } catch {
    // No address of a file, or one of another machine.
    return false;
  }
}
