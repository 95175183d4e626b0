// Before integration tests: builds the separate programs that they start, if these are stale, and installs the S3 server
// that some of them use, if it is missing.
import { build } from './build.mjs';
import { provideS3Server } from './s3-server.mjs';

export async function setup(): Promise<void> {
  await build({ names: ['transfer-worker', 'import-worker', 'preview-worker', 'cli', 'emulator', 'null-server'] });
  await provideS3Server();
}
