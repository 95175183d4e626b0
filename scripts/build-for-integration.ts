// Before integration tests: builds what they start as a program of its own, when it is stale.
import { build } from './build.mjs';

export async function setup(): Promise<void> {
  await build({ names: ['transfer-worker', 'import-worker', 'cli', 'emulator', 'null-server'] });
}
