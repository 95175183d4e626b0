// Checks the types of every part, one after the other, each on one core; in parallel they would check the same files
// twice. A part is a folder with a tsconfig.json, or a tsconfig file. Usage: node scripts/types.mjs [PART…]
import { inProject, projectDir } from './project.mjs';
import { run } from './run-command.mjs';
import { print } from './steps.mjs';

// `shared` is also checked with the engine; alone it must compile without Node's types.
const parts = ['electron', 'renderer', 'shared/tsconfig.neutral.json', 'e2e', 'scripts', '.'];
const tsc = inProject('node_modules/typescript-native/bin/tsc');

for (const part of process.argv.length > 2 ? process.argv.slice(2) : parts) {
  const { code, output } = await run(process.execPath, [tsc, '--singleThreaded', '-p', part], { cwd: projectDir });
  if (code === 0) continue;
  print(output.trimEnd());
  process.exitCode = 1;
}
