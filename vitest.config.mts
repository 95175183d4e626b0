// Three kinds of tests: of pure code, of components, and integration tests on the real emulator and disk.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { longIntegrationTests } from './scripts/in-every-run.mjs';
import { inProject } from './scripts/project.mjs';
import { compiledReact } from './scripts/window-plugins.mjs';

/** How many times as many cases as usual each law is tried on. */
const lawRuns = Number(process.env.STOWAGE_LAW_RUNS ?? 1);
const moreRuns: Record<string, string> = lawRuns > 1 ? { 'fast-check': inProject('scripts/law-runs.mjs') } : {};
/** Without more runs, each law meets the same cases in every run. */
const lawSeed = lawRuns > 1 ? [] : ['scripts/law-seed.ts'];
const alias = { ...moreRuns, '@shared': inProject('shared'), '@renderer': inProject('renderer') };
const integrationTests = ['**/*.integration.test.ts'];
const notOurs = ['**/node_modules/**', 'out/**', 'e2e/**', '.runtime/**'];
/** Laws take their time on a busy machine; what hangs still fails. */
const testTimeout = 60_000 * lawRuns;
/** Where many others work on the machine, starting what tests stand on takes its time. */
const hookTimeout = 60_000;
/** So does what is polled for. Where it comes at once, nothing waits; the usual second is a guess about the machine. */
const poll = { timeout: 20_000 };

/** They mostly wait for what they try again: begun last, they would be waited for alone. */
const mostlyWaiting = ['faults', 'slow-line', 'lost-commit', 'failure-classes', 'timetable', 'outages'];

class WaitingFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]): ReturnType<BaseSequencer['sort']> {
    const waits = ({ moduleId }: (typeof files)[number]): boolean =>
      mostlyWaiting.some((name) => moduleId.endsWith(`/${name}.integration.test.ts`));
    const sorted = await super.sort(files);
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}

const windowSetup = ['fresh-modules', 'own-channels', 'patient-waits'].map((name) => `renderer/testing/${name}.ts`);

export default defineConfig({
  resolve: { alias },
  test: {
    // One core is not kept free, as is usual: on two that would be half of them.
    maxWorkers: availableParallelism(),
    expect: { poll },
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['shared/**/*.test.ts', 'electron/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...integrationTests, ...notOurs],
          setupFiles: lawSeed,
          environment: 'node',
          testTimeout,
          hookTimeout,
          // Pure code: loading it anew for each file takes longer than the tests do.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          // Stores and functions of the window: no component is drawn.
          name: 'window',
          include: ['renderer/**/*.test.ts'],
          exclude: [...integrationTests, ...notOurs],
          setupFiles: [...lawSeed, ...windowSetup],
          environment: 'jsdom',
          testTimeout,
          hookTimeout,
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        plugins: [compiledReact()],
        test: {
          name: 'components',
          include: ['renderer/**/*.test.tsx'],
          exclude: notOurs,
          environment: 'jsdom',
          testTimeout,
          hookTimeout,
          css: { modules: { classNameStrategy: 'non-scoped' } },
          setupFiles: [...lawSeed, ...windowSetup],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: integrationTests,
          exclude: [...notOurs, ...(process.env.STOWAGE_TESTS === 'part' ? longIntegrationTests : [])],
          setupFiles: lawSeed,
          environment: 'node',
          globalSetup: ['scripts/build-for-integration.ts'],
          // Each file starts emulators, moves real bytes and waits: as many at once as keep two cores busy, and no more,
          // which would measure the machine and not the code.
          maxWorkers: 4,
          // What starts programs shares its own process all the same: the SDKs take seconds to load.
          isolate: false,
          sequence: { groupOrder: 1 },
          testTimeout,
          hookTimeout,
        },
      },
    ],
  },
});
