// Checks the types of every part, a few at a time. Usage: node scripts/types.mjs [PART…]
import { availableParallelism } from 'node:os';
import { inProject, projectDir } from './project.mjs';
import { run } from './run-command.mjs';
import { print } from './steps.mjs';

const parts = ['electron', 'renderer', 'shared', 'e2e', 'scripts', '.'];
const queue = process.argv.length > 2 ? process.argv.slice(2) : [...parts];

async function work() {
  for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
    const { code, output } = await run(process.execPath, [inProject('node_modules/typescript/bin/tsc'), '-p', part], {
      cwd: projectDir,
    });
    if (code === 0) continue;
    print(output.trimEnd());
    process.exitCode = 1;
  }
}

await Promise.all(Array.from({ length: Math.min(3, availableParallelism()) }, work));
