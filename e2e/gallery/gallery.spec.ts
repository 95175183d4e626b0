// Takes a picture of every scene for the docs, four ways, and writes the page that shows them. A scene that cannot be
// brought about fails, and so does one that raises an error in the page.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../fixtures/app';
import type { RunningApp } from '../fixtures/running-app';
import { appScenes } from '../scenes/app';
import { blobScenes } from '../scenes/blobs';
import { editScenes } from '../scenes/edits';
import { importScenes } from '../scenes/imports';
import { queryScenes } from '../scenes/queries';
import { resultScenes } from '../scenes/results';
import { expect, test } from './crowded-app';
import { crowdedScenes } from './crowded-scenes';
import { extremeScenes, leaveHighContrast } from './extreme-scenes';
import { ownAppScenes } from './own-app-scenes';
import { type Screen, composeSheet, display4K, takeShots, ways } from './sheet';
import { heavyScenes } from './heavy-scenes';
import { largeScenes } from './large-scenes';
import { leaveForcedColours, passingScenes } from './passing-scenes';
import { spokenScenes, switchToEnglish } from './spoken-scenes';
import { type Troubled, failureScenes } from './failure-scenes';

const sheetsDir = join(projectDir, 'docs/gallery');
/** Every picture at its full size, for close inspection. */
const shotsDir = join(projectDir, 'out/gallery');

const chapters: Readonly<Record<string, Readonly<Record<string, (running: Troubled) => Promise<void>>>>> = {
  'The window and its tools': appScenes,
  'Queries and rows': queryScenes,
  'What is made of a result': resultScenes,
  'Changes to entities': editScenes,
  Imports: importScenes,
  'Containers and blobs': blobScenes,
  'Much, long and moving': crowdedScenes,
  'Refused, missing and slow': failureScenes,
  'Very much at once, cut short or throttled': heavyScenes,
  'At the limits, and in high contrast': extremeScenes,
  'What passes, and the colours of the system': passingScenes,
  'Another language': spokenScenes,
};
const largeChapter = 'A display of 4K';
const ownAppChapter = 'The first start, and a machine in trouble';
const names: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({ ...chapters, [largeChapter]: largeScenes, [ownAppChapter]: ownAppScenes }).map(
    ([chapter, scenes]) => [chapter, Object.keys(scenes)],
  ),
);

const fileOf = (scene: string): string => scene.toLowerCase().replace(/[^a-z0-9]+/g, '-');

// Also after a failure, when a new worker continues with the rest: removes only pictures whose scene no longer exists.
test.beforeAll(() => {
  const files = new Set(Object.values(names).flat().map(fileOf));
  for (const dir of [sheetsDir, shotsDir]) {
    mkdirSync(dir, { recursive: true });
    for (const name of readdirSync(dir)) if (!files.has(name.split('.')[0] ?? '')) rmSync(join(dir, name));
  }
  writeFileSync(join(sheetsDir, 'README.md'), indexPage());
});

for (const scenes of Object.values(chapters)) {
  for (const [name, show] of Object.entries(scenes)) {
    test(name, async ({ crowded, store }) => {
      const errorsBefore = crowded.pageErrors().length;
      await show({ ...crowded, store });
      await take(name, crowded);
      await leaveHighContrast(crowded);
      await leaveForcedColours(crowded);
      await switchToEnglish(crowded);
      expect(crowded.pageErrors().slice(errorsBefore)).toEqual([]);
    });
  }
}

for (const [name, show] of Object.entries(largeScenes)) {
  test(name, async ({ crowded }) => {
    await show(crowded);
    await take(name, crowded, display4K);
  });
}

for (const [name, show] of Object.entries(ownAppScenes)) {
  test(name, async ({ launchApp, newSmallDisk, newFolder, store }) => {
    const running = await show({ launchApp, newSmallDisk, newFolder, store });
    await take(name, running);
  });
}

async function take(name: string, running: RunningApp, screen?: Screen): Promise<void> {
  const shots = await takeShots(running, screen);
  for (const way of ways) writeFileSync(join(shotsDir, `${fileOf(name)}.${way}.png`), shots[way]);
  writeFileSync(join(sheetsDir, `${fileOf(name)}.jpg`), await composeSheet(running, shots));
}

function indexPage(): string {
  const lines = [
    '# Gallery',
    '',
    'Every screen in its states: light, dark, 900 px wide and at 150 % zoom. `npm run gallery` takes the pictures anew.',
  ];
  for (const [chapter, scenes] of Object.entries(names)) {
    lines.push('', `## ${chapter}`);
    for (const scene of scenes) {
      lines.push('', `### ${scene.charAt(0).toUpperCase()}${scene.slice(1)}`, '', `![${scene}](${fileOf(scene)}.jpg)`);
    }
  }
  return `${lines.join('\n')}\n`;
}
