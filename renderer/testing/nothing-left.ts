// Tests of stores share one page, as their files do in any order: what one file leaves, the next would find. So each file
// has to leave the window as it found it; one that does not fails by its own name, not by somebody else's.
// What the page keeps between starts is emptied for them.
import { useTabs } from '@renderer/app/tabs/tabs-store';
import { currentSettings } from '@renderer/bridge';
import { stagedTables } from '@renderer/features/tables/edit/staged-tables';
import { afterAll, beforeAll, expect } from 'vitest';

interface Left {
  readonly tabs: readonly string[];
  readonly staged: readonly string[];
  readonly settings: object;
  readonly page: string;
}

function left(): Left {
  return {
    tabs: useTabs.getState().tabs.map((tab) => JSON.stringify(tab)),
    staged: stagedTables().map(({ connectionId, table }) => `${connectionId}/${table}`),
    settings: currentSettings(),
    page: document.body.innerHTML,
  };
}

let found: Left;
beforeAll(() => {
  found = left();
});
afterAll(() => {
  localStorage.clear();
  expect(left()).toEqual(found);
});
