// The starting point of every test of a package: the location of the packages, an empty folder, and the user who starts
// them.
import { readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';

const {
  STOWAGE_PACKAGES: packagesDir = '',
  STOWAGE_APPLICATIONS = '{}',
  STOWAGE_MISSING_PACKAGES = '[]',
} = process.env;
const applications = JSON.parse(STOWAGE_APPLICATIONS) as Readonly<Record<string, string>>;
const missing = JSON.parse(STOWAGE_MISSING_PACKAGES) as readonly { readonly kind: string; readonly reason: string }[];

/** The folder that all packages of this system hold. */
export const applicationDir = applications.own ?? '';
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

/** The package's path by the end of its name; undefined if it was not built. */
export function packageOf(extension: string): string | undefined {
  return readdirSync(packagesDir)
    .filter((name) => name.endsWith(extension))
    .map((name) => join(packagesDir, name))[0];
}

/** The application folder for another system, or the reason why it was not built. */
export function foreignApplication(system: string): { readonly folder: string; readonly whyNot: string | undefined } {
  const folder = applications[system];
  if (folder !== undefined) return { folder, whyNot: undefined };
  return { folder: '', whyNot: missing.find(({ kind }) => kind === system)?.reason ?? 'it was not asked for' };
}
