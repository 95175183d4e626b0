// Sums up how many mutants the tests noticed, for each folder: two levels of it, or three below `electron/`.

/**
 * @typedef {object} Result
 * @property {number} mutants
 * @property {number} noticed
 * @property {number} ms
 * @typedef {Map<string, Result & { files: number }>} FolderResults
 */

/**
 * @param {FolderResults} results
 * @param {string} path of the source file, relative to the project
 * @param {Result} result
 */
export function addResult(results, path, { mutants, noticed, ms }) {
  const folders = path.split(/[\\/]/).slice(0, -1);
  const folder = folders.slice(0, folders[0] === 'electron' ? 3 : 2).join('/');
  const sum = results.get(folder) ?? { files: 0, mutants: 0, noticed: 0, ms: 0 };
  results.set(folder, {
    files: sum.files + 1,
    mutants: sum.mutants + mutants,
    noticed: sum.noticed + noticed,
    ms: sum.ms + ms,
  });
}

/** A line for each folder and one for all of them. @param {FolderResults} results */
export function folderTable(results) {
  const all = { files: 0, mutants: 0, noticed: 0, ms: 0 };
  for (const sum of results.values())
    for (const name of /** @type {const} */ (['files', 'mutants', 'noticed', 'ms'])) all[name] += sum[name];
  const rows = [...results, /** @type {const} */ (['all', all])].map(([folder, { files, mutants, noticed, ms }]) => [
    folder,
    ...[files, mutants, noticed, mutants - noticed].map(String),
    mutants === 0 ? '' : `${((100 * noticed) / mutants).toFixed(1)} %`,
    `${(ms / 1000).toFixed(0)} s`,
  ]);
  const table = [['folder', 'files', 'mutants', 'noticed', 'survived', 'share', 'time'], ...rows];
  const widths = table
    .map((row) => row.map((cell) => cell.length))
    .reduce((a, b) => a.map((width, at) => Math.max(width, b[at] ?? 0)));
  return table
    .map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
    )
    .join('\n');
}
