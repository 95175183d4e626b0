// `npm run test:mutants -- FILES`: puts small faults into source files, one at a time, and runs the unit tests that
// import the file, to find what no test notices. Nothing on disk is changed, and it is no part of `npm test`.
import { fork } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMutation, mutate, mutationsOf, spread } from './mutants/mutations.mjs';
import { inProject } from './project.mjs';
import { print, seconds } from './steps.mjs';

const usage =
  'npm run test:mutants -- [--per-file=40] [--minutes=25] FILES\n' +
  '  FILES       source files of shared/ and electron/ that have unit tests\n' +
  '  --per-file  at most so many mutants of each file, spread evenly over it\n' +
  '  --minutes   files that have not been started by then are named and left out';

/** Tests that reach the file through more imports than these are about something else. */
const maxDistance = 2;

/** What half of the code imports is tried by the tests that are nearest to it in the tree. */
const maxTests = 10;

/** @typedef {{ mutation: import('./mutants/mutations.mjs').Mutation, source: string }} Mutant */

/**
 * The unit tests that import a source file, directly or through others.
 * @returns {(path: string) => readonly { readonly test: string, readonly distance: number }[]} nearest first
 */
function testsByImport() {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  const files = ['shared', 'electron', 'scripts'].flatMap((folder) =>
    readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ts$/.test(name) && !/\.(?:d|integration\.test)\.ts$/.test(name))
      .map((name) => join(inProject(folder), name)),
  );
  for (const file of files) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/\bfrom '((?:\.|@shared\/)[^']*)'/g)) {
      const path = name.startsWith('.') ? resolve(dirname(file), name) : inProject(name.slice(1));
      for (const candidate of [`${path}.ts`, join(path, 'index.ts')])
        importers.set(candidate, [...(importers.get(candidate) ?? []), file]);
    }
  }
  return (path) => {
    const seen = new Set([path]);
    /** @type {{ test: string, distance: number }[]} */
    const tests = [];
    let at = [path];
    for (let distance = 1; distance <= maxDistance; distance += 1) {
      at = at.flatMap((each) => importers.get(each) ?? []).filter((each) => !seen.has(each) && seen.add(each));
      const near = at
        .filter((each) => each.endsWith('.test.ts'))
        .toSorted((a, b) => stepsTo(path, a) - stepsTo(path, b));
      tests.push(...near.slice(0, maxTests).map((test) => ({ test, distance })));
    }
    return tests;
  };
}

/** How many folders lie between two files. @param {string} one @param {string} other */
function stepsTo(one, other) {
  return relative(dirname(one), dirname(other)).split(sep).length;
}

/**
 * Which of the mutants no test notices; null when the tests fail, or take minutes, without one.
 * @param {string} path
 * @param {readonly string[]} tests
 * @param {readonly Mutant[]} mutants
 * @returns {Promise<readonly Mutant[] | null>}
 */
async function survivors(path, tests, mutants) {
  const original = { mutation: { start: 0, end: 0, text: '', kind: '' }, source: readFileSync(path, 'utf8') };
  let left = mutants;
  /** @type {Mutant[]} */
  const survived = [];
  while (left.length > 0) {
    // The first one of each process is the file as it is: its tests pass, and their time limits that of the others.
    const ran = await runInProcess(path, tests, [original, ...left]);
    if (ran[0] !== 'survived') return null;
    const outcomes = ran.slice(1);
    survived.push(...left.filter((_, index) => outcomes[index] === 'survived'));
    left = left.slice(outcomes.length);
  }
  return survived;
}

/**
 * Ends early with a mutant that takes too long or ends the process, which counts as noticed.
 * @param {string} path
 * @param {readonly string[]} tests
 * @param {readonly Mutant[]} mutants
 * @returns {Promise<readonly string[]>} the outcome of each that ran
 */
function runInProcess(path, tests, mutants) {
  return new Promise((done) => {
    const child = fork(inProject('scripts/mutants/run-mutants.mjs'), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    /** @type {string[]} */
    const outcomes = [];
    let limitMs = 300_000;
    let startedMs = performance.now();
    let timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    child.on('message', (/** @type {import('./mutants/run-mutants.mjs').Report} */ { outcome }) => {
      outcomes.push(outcome);
      if (outcomes.length === 1) limitMs = 10_000 + 5 * (performance.now() - startedMs);
      startedMs = performance.now();
      clearTimeout(timer);
      timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    });
    child.on('exit', () => {
      clearTimeout(timer);
      done(outcomes.length === mutants.length ? outcomes : [...outcomes, 'killed']);
    });
    child.send({ path, tests, sources: mutants.map(({ source }) => source) });
  });
}

const { values, positionals } = parseArgs({
  options: { 'per-file': { type: 'string', default: '40' }, minutes: { type: 'string', default: '25' } },
  allowPositionals: true,
});
const perFile = Number(values['per-file']);
const limitMs = Number(values.minutes) * 60_000;
if (positionals.length === 0 || !(perFile >= 1) || !(limitMs > 0)) {
  print(usage);
  process.exit(1);
}

const startedMs = performance.now();
const testsOf = testsByImport();
let all = 0;
let noticed = 0;
for (const name of positionals) {
  const path = resolve(name);
  const source = readFileSync(path, 'utf8');
  const tests = testsOf(path);
  if (performance.now() - startedMs > limitMs || tests.length === 0) {
    print(`${name}: left out, ${tests.length === 0 ? 'no unit test imports it' : 'the time is over'}`);
    continue;
  }
  const mutants = spread(mutationsOf(source, path), perFile).map((mutation) => ({
    mutation,
    source: mutate(source, mutation),
  }));
  let left = /** @type {readonly Mutant[] | null} */ (mutants);
  for (let distance = 1; distance <= maxDistance && left !== null; distance += 1) {
    const near = tests.filter((each) => each.distance === distance).map(({ test }) => test);
    if (near.length > 0) left = await survivors(path, near, left);
  }
  if (left === null) {
    print(`${name}: left out, its tests do not pass without a mutant`);
    continue;
  }
  all += mutants.length;
  noticed += mutants.length - left.length;
  print(`${name}: ${mutants.length - left.length} of ${mutants.length} noticed`);
  for (const { mutation } of left) print(`  ${describeMutation(source, mutation)}`);
}
print(`${noticed} of ${all} mutants noticed (${((100 * noticed) / all).toFixed(1)} %) in ${seconds(startedMs)}`);
