// `npm run bench`: builds what is measured and the measuring program, then runs it. Arguments go to the program;
// `--electron` measures on Electron's own runtime instead of this Node.
import { build } from './build.mjs';
import { resolveElectron } from './electron-runtime.mjs';
import { inProject, projectDir } from './project.mjs';
import { run } from './run-command.mjs';
import { print } from './steps.mjs';

const given = process.argv.slice(2);
const args = given.filter((word) => word !== '--electron');
if (given.includes('--electron')) args.push(`--runtime=${resolveElectron().executablePath}`);
try {
  await build({ names: ['transfer-worker', 'null-server', 'bench'] });
  const { code } = await run(process.execPath, [inProject('out/bench/bench.js'), ...args], {
    cwd: projectDir,
    show: 'all',
  });
  process.exitCode = code ?? 1;
} catch (error) {
  for (const failure of error.errors ?? [error]) print(String(failure.message));
  process.exitCode = 1;
}
