// Before integration tests: builds the separate programs that they start, if these are stale.
import { build } from './build.mjs';

export async function setup(): Promise<void> {
  await build({ names: ['transfer-worker', 'import-worker', 'preview-worker', 'cli', 'emulator', 'null-server'] });
}
