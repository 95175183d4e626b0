// `npm run soak`: builds the engine's process and the program that drives it, then runs it with the given arguments.
// Its report is a page in the style of all pages.
import { build } from './build.mjs';
import { inProject, projectDir } from './project.mjs';
import { run } from './run-command.mjs';
import { print } from './steps.mjs';

try {
  await build({
    names: [
      'transfer-worker',
      'import-worker',
      'preview-worker',
      'emulator',
      'soak',
      'soak-engine',
      'soak-probe',
      'null-server',
    ],
  });
  const program = [inProject('out/bench/soak.js'), ...process.argv.slice(2)];
  const { code } = await run(process.execPath, program, { cwd: projectDir, show: 'all' });
  const reportPath = process.argv.find((word) => word.startsWith('--report='))?.slice('--report='.length);
  const oxfmt = inProject('node_modules/oxfmt/bin/oxfmt');
  await run(process.execPath, [oxfmt, reportPath ?? 'docs/soak.md'], { cwd: projectDir });
  process.exitCode = code ?? 1;
} catch (error) {
  for (const failure of error.errors ?? [error]) print(String(failure.message));
  process.exitCode = 1;
}
