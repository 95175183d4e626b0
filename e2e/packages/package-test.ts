// What every test of a package starts from: where the packages are, an empty folder, and who may be asked to start them.
import { readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';

const { STOWAGE_PACKAGES: packagesDir = '', STOWAGE_APPLICATION = '' } = process.env;
/** The folder that all packages hold. */
export const applicationDir = STOWAGE_APPLICATION;
export const isRoot = process.getuid?.() === 0;
/** The system's own account without rights. */
export const nobody = 65_534;

/** `folder` is anybody's. */
export const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'stowage-package-'));
    await chmod(folder, 0o777);
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});

/** The package's path; undefined where it was not made. */
export function packageOf(kind: string): string | undefined {
  return readdirSync(packagesDir)
    .filter((name) => name.endsWith(`.${kind}`))
    .map((name) => join(packagesDir, name))[0];
}
