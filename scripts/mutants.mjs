// `npm run test:mutants -- FILES`: puts small faults into source files, one at a time, and runs the unit tests that
// import the file, to find what no test notices. Nothing on disk is changed, and it is no part of `npm test`.
import { fork } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMutation, edgeKinds, mutate, mutationsOf, spread } from './mutants/mutations.mjs';
import { addResult, folderTable } from './mutants/folder-results.mjs';
import { inProject } from './project.mjs';
import { print, seconds } from './steps.mjs';

const usage =
  'npm run test:mutants -- [--per-file=40] [--minutes=25] [--edges] [--near] FILES\n' +
  '  FILES       source files of shared/ and electron/ that have unit tests, or folders of them\n' +
  '  --per-file  at most so many mutants of each file, spread evenly over it\n' +
  '  --minutes   files that have not been started by then are named and left out\n' +
  '  --edges     only what an input at an edge notices: no texts, defaults, booleans or statements\n' +
  '  --near      only the tests beside the file, or the nearest ones: cheaper, and more is left to judge';

/** Tests that reach the file through more imports than these are about something else. */
const maxDistance = 2;

/** Modules that half of the code imports are tested by the nearest tests in the tree. */
const maxTests = 6;

/** With --near: a file whose tests take longer than this is left out. */
const nearLimitMs = 15_000;

/** @typedef {{ mutation: import('./mutants/mutations.mjs').Mutation, source: string }} Mutant */

/**
 * The unit tests that import a source file: the one of its name; where there is none, all that import it directly, and
 * those in its folder that import it through one other file; and then the rest of them.
 * @returns {(path: string) => readonly (readonly string[])[]} nearest first
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
    /** @type {string[][]} */
    const groups = [];
    let at = [path];
    for (let distance = 1; distance <= maxDistance; distance += 1) {
      at = at.flatMap((each) => importers.get(each) ?? []).filter((each) => !seen.has(each) && seen.add(each));
      const near = at
        .filter((each) => each.endsWith('.test.ts'))
        .toSorted((a, b) => stepsTo(path, a) - stepsTo(path, b))
        .slice(0, maxTests);
      const isBeside = (/** @type {string} */ test) => dirname(test) === dirname(path);
      groups.push(
        near.filter(isBeside),
        near.filter((each) => !isBeside(each)),
      );
    }
    const own = path.replace(/\.ts$/, '.test.ts');
    const [beside = [], direct = [], besideThroughOne = [], far = []] = groups;
    const near = [...beside, ...besideThroughOne, ...direct];
    const [first = [], ...others] = [
      near.filter((test) => test === own),
      near.filter((test) => test !== own),
      far,
    ].filter(({ length }) => length > 0);
    return first.length === 0 ? [] : [first, others.flat()];
  };
}

/** The source files that the arguments name; of a folder, those that a unit test may import. @param {string} name */
function sourceFiles(name) {
  if (!statSync(name).isDirectory()) return [name];
  return readdirSync(name, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/\.(?:d|test)\.ts$|(?:^|\/)(?:fixtures|testing)\//.test(file))
    .map((file) => join(name, file))
    .toSorted();
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
  const original = readFileSync(path, 'utf8');
  let left = mutants;
  /** @type {Mutant[]} */
  const survived = [];
  while (left.length > 0) {
    // The first one is the file as it is: its tests pass, and their time limits that of the others.
    const ran = await runInProcess(path, tests, [original, ...left.map(({ source }) => source)]);
    if (ran[0] !== 'survived') return null;
    const outcomes = ran.slice(1);
    survived.push(...left.filter((_, index) => outcomes[index] === 'survived'));
    left = left.slice(outcomes.length);
  }
  return survived;
}

/**
 * Which of the mutants no test notices, found by putting many into the file at once: tests of something else seldom
 * notice one, and often one run shows that.
 * @param {string} path
 * @param {readonly string[]} tests
 * @param {readonly Mutant[]} mutants in the order of the source
 * @returns {Promise<readonly Mutant[]>}
 */
async function survivorsOfMany(path, tests, mutants) {
  let source = readFileSync(path, 'utf8');
  let start = source.length;
  let isApart = true;
  for (const { mutation } of mutants.toReversed()) {
    isApart &&= mutation.end <= start;
    source = mutate(source, mutation);
    ({ start } = mutation);
  }
  if (isApart && (await runInProcess(path, tests, [source]))[0] === 'survived') return mutants;
  if (mutants.length === 1) return [];
  const half = Math.ceil(mutants.length / 2);
  return [
    ...(await survivorsOfMany(path, tests, mutants.slice(0, half))),
    ...(await survivorsOfMany(path, tests, mutants.slice(half))),
  ];
}

/** The processes that run tests, by their script. @type {Map<string, import('node:child_process').ChildProcess>} */
const running = new Map();
/** The first one is much cheaper, and does not know everything that Vitest does. */
const runners = ['run-plainly.mjs', 'run-mutants.mjs'];
/** The one that passes the tests of the current file without a mutant. */
let runner = '';

/**
 * Ends early with a mutant that takes too long or ends the process, which counts as noticed.
 * @param {string} path
 * @param {readonly string[]} tests
 * @param {readonly string[]} sources
 * @returns {Promise<readonly string[]>} the outcome of each that ran
 */
function runInProcess(path, tests, sources) {
  const script = runner;
  const child =
    running.get(script) ??
    fork(inProject(`scripts/mutants/${script}`), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  running.set(script, child);
  return new Promise((done) => {
    /** @type {string[]} */
    const outcomes = [];
    let limitMs = 120_000;
    let startedMs = performance.now();
    const kill = () => child.kill('SIGKILL');
    let timer = setTimeout(kill, limitMs);
    const onExit = () => {
      running.delete(script);
      end([...outcomes, 'killed']);
    };
    const onMessage = (/** @type {import('./mutants/run-mutants.mjs').Report} */ { outcome }) => {
      outcomes.push(outcome);
      if (outcomes.length === 1) limitMs = 4_000 + 5 * (performance.now() - startedMs);
      startedMs = performance.now();
      clearTimeout(timer);
      timer = setTimeout(kill, limitMs);
      if (outcomes.length === sources.length) end(outcomes);
    };
    const end = (/** @type {readonly string[]} */ ended) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
      done(ended);
    };
    child.on('message', onMessage).on('exit', onExit);
    child.send({ path, tests, sources });
  });
}

const { values, positionals } = parseArgs({
  options: {
    'per-file': { type: 'string', default: '40' },
    minutes: { type: 'string', default: '25' },
    edges: { type: 'boolean', default: false },
    near: { type: 'boolean', default: false },
  },
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
/** @type {import('./mutants/folder-results.mjs').FolderResults} */
const results = new Map();
for (const name of positionals.flatMap(sourceFiles)) {
  const path = resolve(name);
  const source = readFileSync(path, 'utf8');
  const mutations = mutationsOf(source, path).filter(({ kind }) => !values.edges || edgeKinds.has(kind));
  if (mutations.length === 0) continue;
  const tests = testsOf(path);
  if (performance.now() - startedMs > limitMs || tests.length === 0) {
    print(`${name}: left out, ${tests.length === 0 ? 'no unit test imports it' : 'the time is over'}`);
    continue;
  }
  const mutants = spread(mutations, perFile).map((mutation) => ({ mutation, source: mutate(source, mutation) }));
  const fileStartedMs = performance.now();
  /** @type {readonly Mutant[] | null} */
  let left = null;
  let isSlow = false;
  const [nearest = [], others = []] = tests;
  for (runner of runners) {
    const beforeMs = performance.now();
    const [outcome] = await runInProcess(path, nearest, [source]);
    isSlow = outcome === 'survived' && values.near && performance.now() - beforeMs > nearLimitMs;
    if (isSlow) break;
    if (outcome !== 'survived') continue;
    left = await survivors(path, nearest, mutants);
    if (left !== null) break;
  }
  for (runner of values.near || others.length === 0 ? [] : runners) {
    if (left === null || left.length === 0) break;
    // A test that fails without a mutant detects none.
    if ((await runInProcess(path, others, [source]))[0] !== 'survived') continue;
    left = await survivorsOfMany(path, others, left);
    break;
  }
  if (left === null) {
    print(`${name}: left out, its tests ${isSlow ? 'take too long' : 'do not pass without a mutant'}`);
    continue;
  }
  const noticed = mutants.length - left.length;
  addResult(results, relative(inProject('.'), path), {
    mutants: mutants.length,
    noticed,
    ms: performance.now() - fileStartedMs,
  });
  print(`${name}: ${noticed} of ${mutants.length} noticed, ${seconds(fileStartedMs)}`);
  for (const { mutation } of left) print(`  ${describeMutation(source, mutation)}`);
}
print(folderTable(results));
for (const child of running.values()) child.disconnect();
