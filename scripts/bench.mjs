// `npm run bench`: builds the measured code and the measuring program, then runs it with the given arguments.
// `--electron` runs it on Electron's runtime instead of this Node, `--utility` in Electron's utility process as in the
// app.
import { withPeers } from './bench-peers.mjs';
import { build } from './build.mjs';
import { onSomeDisplay } from './electron-command.mjs';
import { electronEnvironment, resolveElectron } from './electron-runtime.mjs';
import { inProject, projectDir } from './project.mjs';
import { run } from './run-command.mjs';
import { print } from './steps.mjs';

const given = process.argv.slice(2);
const args = given.filter((word) => word !== '--electron');
const isUtility = given.includes('--utility');
if (given.includes('--electron') || isUtility) args.push(`--runtime=${resolveElectron().executablePath}`);
try {
  const env = await withPeers(given);
  const names = ['transfer-worker', 'import-worker', 'null-server', 'shaped-line', 'utility-host', 'bench'];
  await build({ names: given.includes('--cold') ? [...names, 'cli', 'sdk-script'] : names });
  const program = [inProject('out/bench/bench.js'), ...args];
  const { command, args: programArgs } = isUtility
    ? onSomeDisplay(process.execPath, program)
    : { command: process.execPath, args: program };
  const { code } = await run(command, programArgs, {
    cwd: projectDir,
    env: isUtility ? { ...electronEnvironment(), PATH: env.PATH } : env,
    show: 'all',
  });
  process.exitCode = code ?? 1;
} catch (error) {
  for (const failure of error.errors ?? [error]) print(String(failure.message));
  process.exitCode = 1;
}
