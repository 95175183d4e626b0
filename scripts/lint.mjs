// Lints side by side: what asks types in one process, what reads the text alone in another.
// Usage: node scripts/lint.mjs [types|text]
import { inProject, projectDir } from './project.mjs';
import { run } from './run-command.mjs';
import { print } from './steps.mjs';

const halves = {
  types: [inProject('node_modules/oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', '.'],
  text: [inProject('node_modules/eslint/bin/eslint.js'), '--max-warnings=0', '.'],
};

/** @param {string} half */
async function lint(half) {
  const { code, output } = await run(process.execPath, halves[half], { cwd: projectDir });
  if (code === 0) return;
  print(output.trimEnd());
  process.exitCode = 1;
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(halves);
await Promise.all(wanted.map(lint));
