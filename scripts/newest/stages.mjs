// Tests the app against the newest versions that it may run on: Electron's types, Node's long-term release, Chromium.
import { inProject } from '../project.mjs';
import { journeyStage, runStage, skipStage, tool, vitestStage } from '../test-stages.mjs';
import { provideChromium } from './chromium.mjs';
import { partOfJourneys, partOfSuite, journeys } from './chosen.mjs';
import { provideNodeLts } from './node-lts.mjs';

const tsc = tool('typescript-native/bin/tsc');

/** @type {import('../test-stages.mjs').Stage} */
const types = { name: 'newest types', args: [tsc, '-p', 'electron/tsconfig.newest.json'], limitMs: 240_000 };
/** @type {import('../test-stages.mjs').Stage} */
const lint = { name: 'newest lint', args: [inProject('scripts/newest/deprecations.mjs')], limitMs: 240_000 };

/**
 * Starts to download missing parts at once, while other stages run.
 * @param {'types' | 'part' | 'whole'} extent `types`: checks the types and runs nothing; `part`: the most informative tests
 * @returns {{ run: () => Promise<readonly import('../test-counts.mjs').Counts[]>, stages: () => readonly
 * import('../test-stages.mjs').Stage[], }} `stages`: those that have been started
 */
export function newestStages(extent) {
  const provided = extent === 'types' ? Promise.resolve([]) : Promise.all([provideNodeLts(), provideChromium()]);
  // A failure is reported where the promise is awaited below; until then it must not count as unhandled.
  provided.catch(() => undefined);
  /** @type {import('../test-stages.mjs').Stage[]} */
  const begun = [];
  /** @param {import('../test-stages.mjs').Stage} stage */
  const begin = (stage) => {
    begun.push(stage);
    return runStage(stage);
  };

  return {
    stages: () => begun,
    run: async () => {
      const results = await Promise.all((extent === 'types' ? [types] : [types, lint]).map(begin));
      const [node, chromium] = await provided;
      if (node === undefined || chromium === undefined) return results;
      if ('missing' in node)
        return [
          ...results,
          skipStage('newest node', node.missing),
          skipStage('newest window', 'it needs the newest Node'),
        ];
      results.push(await begin(suiteOn(node, extent)));
      if ('missing' in chromium) return [...results, skipStage('newest window', chromium.missing)];
      results.push(await begin(journeysOn(node, chromium, extent)));
      return results;
    },
  };
}

/** The engine's tests and the built programs that they start, all on that Node. */
function suiteOn(node, extent) {
  const files = extent === 'part' ? partOfSuite : [];
  return { ...vitestStage('newest node', ['--project=integration', ...files], 900_000), node: node.executable };
}

function journeysOn(node, chromium, extent) {
  const config = `--config=${inProject('scripts/newest/playwright.config.mts')}`;
  const specs = (extent === 'part' ? partOfJourneys : journeys).map((name) => `specs/${name}.spec.ts`);
  return {
    ...journeyStage('newest window', [tool('@playwright/test/cli.js'), 'test', config, ...specs], 1_500_000),
    node: node.executable,
    env: { STOWAGE_NEWEST_CHROMIUM: chromium.executable },
  };
}
