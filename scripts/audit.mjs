// `npm run audit`: checks the dependencies of the app and those of packaging against the rules in audit/lock-rules.mjs.
// With `-- --advisories` it also queries the registry for known vulnerabilities. Tests must not depend on these,
// because they change from day to day and not every registry reports them.
import { readFileSync } from 'node:fs';
import { allowedLicences, installScripts, licenceExceptions } from './audit/allowed.mjs';
import { auditLock } from './audit/lock-rules.mjs';
import { inProject } from './project.mjs';
import { lastLines, run } from './run-command.mjs';
import { print } from './steps.mjs';

const audited = ['', 'scripts/package/tools/'];
const allowed = { licences: allowedLicences, licenceExceptions, installScripts };

const used = new Set();
const problems = [];
for (const folder of audited) {
  const read = (name) => readFileSync(inProject(`${folder}${name}`), 'utf8');
  const result = auditLock({
    manifest: JSON.parse(read('package.json')),
    lock: JSON.parse(read('package-lock.json')),
    npmrc: read('.npmrc'),
    allowed,
  });
  for (const problem of result.problems) problems.push(`${folder}package-lock.json: ${problem}`);
  for (const name of result.used) used.add(name);
}
for (const name of [...Object.keys(installScripts), ...Object.keys(licenceExceptions)]) {
  if (!used.has(name)) problems.push(`scripts/audit/allowed.mjs: nothing needs the entry of ${name} any more`);
}
for (const problem of problems) print(problem);
if (problems.length > 0) process.exitCode = 1;

if (process.argv.includes('--advisories')) {
  for (const folder of audited) {
    const { code, output } = await run('npm', ['audit', '--audit-level=high'], {
      cwd: inProject(folder),
      limitMs: 120_000,
    });
    const unreachable = /audit endpoint returned an error|ENOTFOUND|ETIMEDOUT|EAI_AGAIN/.test(output);
    print(unreachable ? `The registry gives no advisories here (${folder || 'the app'}).` : lastLines(output, 40));
    if (code !== 0 && !unreachable) process.exitCode = 1;
  }
}
