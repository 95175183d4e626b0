// The figures of the starts as a table of medians, each beside the bare window of the same run.

/** The project's goals for both, as a multiple of the bare window. */
const goal = 1.6;
const MiB = 2 ** 20;

/**
 * @param {readonly { name: string, starts: readonly import('./one-start.mjs').Start[] }[]} results the bare window first
 * @param {{ repetitions: number, idleMs: number, loadBefore: number, loadAfter: number }} run
 * @returns {string} Markdown
 */
export function reportOf(results, { repetitions, idleMs, loadBefore, loadAfter }) {
  const [bare] = results;
  if (bare === undefined) throw new Error('Nothing was measured.');
  const rows = [
    ['process start to the window', '', ({ windowMs }) => windowMs, asMs],
    ['to its page', '', ({ pageMs }) => pageMs, asMs],
    ['to the first frame that can be used', `≤ ${goal} ×`, ({ usableMs }) => usableMs, asMs],
    ['processor time until then', '', workOf, asMs],
    [`memory after ${idleMs / 1_000} s alone`, `≤ ${goal} ×`, bytesOf, asMiB],
    ['processes', '', ({ held }) => held.length, String],
    ['threads', '', ({ held }) => sumOf(held, ({ threads }) => threads), String],
  ];
  const cell = (result, read, text) => {
    const value = medianOf(result.starts.map(read));
    const ratio = value / medianOf(bare.starts.map(read));
    return result === bare ? text(value) : `${text(value)} (${ratio.toFixed(2)} ×)`;
  };
  return [
    `Medians of ${repetitions}; load ${loadBefore.toFixed(1)} before and ${loadAfter.toFixed(1)} after.`,
    '',
    `| figure | ${results.map(({ name }) => name).join(' | ')} | goal |`,
    `|---|${results.map(() => '---').join('|')}|---|`,
    ...rows.map(([name, wanted, read, text]) => {
      return `| ${name} | ${results.map((result) => cell(result, read, text)).join(' | ')} | ${wanted} |`;
    }),
    '',
    `| process: worked until it can be used, memory of its own | ${results.map(({ name }) => name).join(' | ')} |`,
    `|---|${results.map(() => '---').join('|')}|`,
    ...processNames(results).map((name) => `| ${name} | ${results.map((one) => ofProcess(one, name)).join(' | ')} |`),
    `| files, each part once | ${results.map(({ starts }) => asMiB(medianOf(starts.map(({ fileBytes }) => fileBytes)))).join(' | ')} |`,
    '',
  ].join('\n');
}

const asMs = (value) => `${value.toFixed(0)} ms`;
const asMiB = (value) => `${(value / MiB).toFixed(0)} MiB`;
const sumOf = (list, read) => list.reduce((sum, each) => sum + read(each), 0);
const workOf = ({ worked }) => sumOf(worked, ({ processorMs }) => processorMs);
const bytesOf = ({ held, fileBytes }) => fileBytes + sumOf(held, ({ bytes }) => bytes);

function processNames(results) {
  return [...new Set(results.flatMap(({ starts }) => starts.flatMap(({ held }) => held.map(({ name }) => name))))];
}

function ofProcess({ starts }, wanted) {
  const named = (list) => list.filter(({ name }) => name === wanted);
  const bytes = medianOf(starts.map(({ held }) => sumOf(named(held), (one) => one.bytes)));
  const workedMs = medianOf(starts.map(({ worked }) => sumOf(named(worked), (one) => one.processorMs)));
  return bytes === 0 ? '' : `${asMs(workedMs)}, ${asMiB(bytes)}`;
}

function medianOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
