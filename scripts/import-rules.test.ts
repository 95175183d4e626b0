// Breaks every import rule once, in a small separate tree, and expects it to be caught; expects allowed imports to
// pass.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const project = dirname(import.meta.dirname);
const configPath = join(project, '.dependency-cruiser.cjs');
const require = createRequire(import.meta.url);
const { forbidden } = require(configPath) as { forbidden: readonly { name: string }[] };
const { roomsInOrder } = require('./rooms-in-order.cjs') as { roomsInOrder: Readonly<Record<string, string[]>> };

type Violation = readonly [rule: string, path: string, text: string];

/** Each file breaks the rule. */
const violations: readonly Violation[] = [
  ['no-cycles', 'electron/engine/journal/one.ts', `import '../metrics/other';`],
  ['no-unresolvable', 'electron/engine/lab/lost.ts', `import './nowhere';`],
  ['shared-is-neutral', 'shared/model/reads-disk.ts', `import 'node:fs';`],
  ['engine-knows-no-electron', 'electron/engine/blobs/asks-app.ts', `import 'electron';`],
  ['engine-knows-no-electron', 'electron/disk/asks-app.ts', `import 'electron';`],
  ['engine-knows-no-electron', 'electron/network/asks-app.ts', `import 'electron';`],
  ['engine-knows-no-host', 'electron/engine/tables/asks-main.ts', `import '../../main/windows/window';`],
  ['main-forks-the-engine-by-path', 'electron/main/hosts.ts', `import type { Part } from '../engine/part';`],
  ['common-ground-knows-no-host', 'electron/disk/asks-engine.ts', `import '../engine/part';`],
  ['cli-is-plain-node', 'electron/cli/opens-window.ts', `import '../main/windows/window';`],
  ['engine-host-hosts-the-engine', 'electron/engine-host/opens-window.ts', `import '../main/windows/window';`],
  ['preload-imports-ipc-only', 'electron/preload/too-much.ts', `import '@shared/model/plain';`],
  ['window-knows-the-contract-only', 'renderer/bridge/shortcut.ts', `import '../../electron/engine/part';`],
  ['window-has-no-node', 'renderer/bridge/reads-disk.ts', `import 'node:fs';`],
  ['ui-imports-no-feature', 'renderer/ui/knows-tables.ts', `import '@renderer/features/tables/grid';`],
  ['features-stand-alone', 'renderer/features/blobs/borrows.ts', `import '../tables/grid';`],
  ['features-know-no-app', 'renderer/features/tables/asks-shell.ts', `import '../../app/shell';`],
  ['azure-stays-in-its-rooms', 'electron/engine/journal/asks-service.ts', `import '@azure/data-tables';`],
  ['rooms-stand-in-order', 'shared/model/asks-query.ts', `import '../query/filter-text';`],
  ['rooms-stand-in-order', 'shared/strings/asks-units.ts', `import '../units';`],
  ['rooms-stand-in-order', 'electron/main/persisted/asks-window.ts', `import '../windows/window';`],
  ['rooms-stand-in-order', 'electron/engine/transfers/plan/asks-job.ts', `import '../jobs/job';`],
  ['rooms-stand-in-order', 'electron/engine/tables/scan/asks-import.ts', `import '../import/read-file';`],
  [
    'rooms-stand-in-order',
    'renderer/features/tables/query/asks-tab.ts',
    `import type { Tab } from '../tab/table-tab';`,
  ],
  ['rooms-know-no-composer', 'renderer/features/tables/query/asks-index.ts', `import '../index';`],
  ['rooms-know-no-composer', 'electron/main/persisted/asks-app.ts', `import '../app';`],
  ['app-imports-no-test-code', 'electron/engine/journal/borrows-clock.ts', `import '../../testing/clock';`],
];

const lawful: Readonly<Record<string, string>> = {
  'shared/model/plain.ts': `import 'zod';`,
  'shared/ipc/contract.ts': `import '../model/plain';`,
  'shared/query/filter-text.ts': `import '../model/plain'; import '../units';`,
  'shared/units.ts': `import './strings/text';`,
  'shared/strings/text.ts': `import 'zod';`,
  'electron/engine/part.ts': `import '@shared/model/plain'; export interface Part { readonly id: string }`,
  'electron/engine/metrics/other.ts': `import '../journal/one';`,
  'electron/engine/tables/asks-service.ts': `import '@azure/data-tables';`,
  'electron/engine/transfers/jobs/job.ts': `import '../files/upload';`,
  'electron/engine/transfers/files/upload.ts': `import '../plan/blocks'; import '../api';`,
  'electron/engine/tables/import/read-file.ts': `import '../scan/page';`,
  'electron/engine/tables/scan/page.ts': `import '@shared/model/plain';`,
  'electron/engine/transfers/api.ts': `import '@shared/model/plain';`,
  'electron/engine/transfers/plan/blocks.ts': `import '@shared/model/plain';`,
  'electron/engine/part.test.ts': `import '../testing/clock'; import '@azure/data-tables';`,
  'electron/engine-host/index.ts': `import '../engine/part';`,
  'electron/cli/index.ts': `import '../engine/part';`,
  'electron/main/app.ts': `import './windows/window';`,
  'electron/main/compat.ts': `import '@shared/model/plain';`,
  'electron/main/windows/window.ts': `import 'electron'; import '@shared/ipc/contract'; import '../persisted/file'; import '../compat';`,
  'electron/main/persisted/file.ts': `import '@shared/model/plain';`,
  'electron/preload/index.ts': `import 'electron'; import '@shared/ipc/contract';`,
  'electron/testing/clock.ts': `import 'node:timers';`,
  'renderer/features/tables/grid.ts': `import '../../ui/button'; import '@shared/model/plain';`,
  'renderer/features/tables/index.ts': `export * from './tab/table-tab';`,
  'renderer/features/tables/tab/table-tab.tsx': `import '../query/draft'; export type Tab = string;`,
  'renderer/features/tables/query/draft.ts': `import '../result/copy-text';`,
  'renderer/features/tables/result/copy-text.ts': `import '@shared/model/plain';`,
  'renderer/ui/button.ts': `import 'zod';`,
  'renderer/app/shell.ts': `import '../features/tables/grid';`,
};

interface Finding {
  readonly from: string;
  readonly rule: { readonly name: string };
}

describe('import rules', () => {
  let tree = '';
  let findings: readonly Finding[] = [];

  beforeAll(async () => {
    tree = mkdtempSync(join(tmpdir(), 'stowage-rules-'));
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), `${text}\n`);
    };
    const packages = ['zod', 'electron', '@azure/data-tables'];
    const dependencies = Object.fromEntries(packages.map((name) => [name, '1.0.0']));
    write('package.json', JSON.stringify({ name: 'tree', version: '1.0.0', dependencies }));
    const paths = { '@shared/*': ['./shared/*'], '@renderer/*': ['./renderer/*'] };
    write('tsconfig.json', JSON.stringify({ compilerOptions: { paths }, include: ['**/*.ts'] }));
    for (const name of packages) {
      write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
      write(`node_modules/${name}/index.js`, '');
    }
    for (const [path, text] of [...violations.map(([, ...file]) => file), ...Object.entries(lawful)]) write(path, text);
    findings = await cruise(tree);
  });

  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it('has a violation here for every rule', () => {
    expect(new Set(violations.map(([rule]) => rule))).toEqual(new Set(forbidden.map((rule) => rule.name)));
  });

  it.each(violations)('%s is caught in %s', (rule, path) => {
    expect(findings.filter((finding) => finding.rule.name === rule).map((finding) => finding.from)).toContain(path);
  });

  it.each(Object.entries(roomsInOrder))('every room of %s has a position in the order', (folder, rooms) => {
    const entries = readdirSync(join(project, folder), { withFileTypes: true });
    const folders = entries.filter((each) => each.isDirectory()).map(({ name }) => name);
    // In `shared`, the files beside the folders stand in the same order.
    const files = folder === 'shared' ? entries.flatMap(({ name }) => /^([a-z-]+)\.ts$/.exec(name)?.[1] ?? []) : [];
    const names = new Set([...folders, ...files].filter((name) => name !== 'fixtures'));
    expect([...rooms].sort()).toEqual([...names].sort());
  });

  it('finds nothing in lawful imports', () => {
    const inCycle = 'electron/engine/metrics/other.ts';
    const found = findings.filter((finding) => finding.from in lawful && finding.from !== inCycle);
    expect(found).toEqual([]);
  });
});

function cruise(folder: string): Promise<readonly Finding[]> {
  const program = join(project, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [program, '--config', configPath, '--output-type', 'json', 'shared', 'electron', 'renderer'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 64 * 2 ** 20 }, (error, stdout) => {
      // It exits with the number of violations, so an exit code is what this test hopes for.
      if (stdout === '') reject(error ?? new Error('dependency-cruiser printed nothing'));
      else resolve((JSON.parse(stdout) as { summary: { violations: readonly Finding[] } }).summary.violations);
    });
  });
}
