// `npm run soak`: builds the engine's process and what drives it, then runs it. Arguments go to the program.
import { build } from './build.mjs';
import { inProject, projectDir } from './project.mjs';
import { run } from './run-command.mjs';
import { print } from './steps.mjs';

try {
  await build({ names: ['transfer-worker', 'import-worker', 'soak', 'soak-engine'] });
  const program = [inProject('out/bench/soak.js'), ...process.argv.slice(2)];
  const { code } = await run(process.execPath, program, { cwd: projectDir, show: 'all' });
  process.exitCode = code ?? 1;
} catch (error) {
  for (const failure of error.errors ?? [error]) print(String(failure.message));
  process.exitCode = 1;
}
