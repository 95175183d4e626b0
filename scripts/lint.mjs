// Lints everything, including the rules that need type information.
import { inProject, projectDir } from './project.mjs';
import { run } from './run-command.mjs';

const args = [inProject('node_modules/oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', ...process.argv.slice(2)];
const { code } = await run(process.execPath, args, { cwd: projectDir, show: 'all' });
process.exitCode = code ?? 1;
