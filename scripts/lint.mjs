// Lints in two processes side by side, each with the types of its half of the project only: every process needs the
// whole of what it asks types of. Usage: node scripts/lint.mjs [engine|window]
import { inProject, projectDir } from './project.mjs';
import { run } from './run-command.mjs';
import { print } from './steps.mjs';

const engineParts = ['shared', 'electron'];
/** The window's half has everything that is not in the engine's, so that no folder is forgotten. */
const halves = {
  engine: engineParts,
  window: ['.', ...engineParts.flatMap((part) => ['--ignore-pattern', `${part}/`])],
};

/** @param {string} half */
async function lint(half) {
  const args = [inProject('node_modules/eslint/bin/eslint.js'), '--max-warnings=0', ...halves[half]];
  const { code, output } = await run(process.execPath, args, { cwd: projectDir });
  if (code === 0) return;
  print(output.trimEnd());
  process.exitCode = 1;
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(halves);
await Promise.all(wanted.map(lint));
