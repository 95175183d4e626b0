// Before integration tests: builds what they start as a program of its own, when it is stale.
import { existsSync } from 'node:fs';
import { buildTargets } from './build-targets.mjs';
import { build } from './build.mjs';
import { inProject } from './project.mjs';

const startedByTests = ['transfer-worker', 'cli', 'null-server'];

export async function setup(): Promise<void> {
  const present = buildTargets.filter(
    ({ name, entry }) => startedByTests.includes(name) && existsSync(inProject(entry)),
  );
  if (present.length === 0) return;
  try {
    await build({ names: present.map(({ name }) => name) });
  } catch (error) {
    const causes = error instanceof AggregateError ? error.errors : [error];
    process.stderr.write(`${causes.map(String).join('\n')}\n`);
  }
}
