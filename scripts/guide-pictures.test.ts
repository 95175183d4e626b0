// The guide shows its tasks, with pictures that there are.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inProject } from './project.mjs';

const picture = /!\[[^\]]+\]\(([^)]+)\)/gu;

it.each(['docs/guide.md', 'docs/guide.de.md'])('most tasks of %s have a picture, and each is there', (page) => {
  const topics = readFileSync(inProject(page), 'utf8').split(/^## /mu).slice(1);
  const shown = topics.map((topic) => [...topic.matchAll(picture)].map(([, path = '']) => path));
  expect(shown.flat().filter((path) => !existsSync(join(inProject('docs'), path)))).toEqual([]);
  expect(shown.filter((paths) => paths.length > 0).length).toBeGreaterThanOrEqual(topics.length * 0.7);
});
