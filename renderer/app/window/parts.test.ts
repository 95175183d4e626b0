// Cycling through the parts of the window by one key: each part once, in document order, whatever it contains.
import { afterEach, expect, it } from 'vitest';
import { goToPart } from './parts';

afterEach(() => document.body.replaceChildren());

const shown = `
  <div role="tree"><div tabindex="-1">Local</div><div tabindex="0" id="row">Movies</div></div>
  <div role="tabpanel" hidden><button id="behind">Run</button></div>
  <div role="tabpanel" tabindex="-1">
    <button disabled>Stop</button><button id="operator">is</button>
    <div role="grid" tabindex="0" id="rows"><button>menu</button></div>
    <aside><button id="typed">Typed</button></aside>
  </div>
  <section data-part><button id="transfers">Transfers</button></section>`;

function steps(way: 'next' | 'previous', count: number): readonly (string | undefined)[] {
  return Array.from({ length: count }, () => {
    goToPart(way);
    return document.activeElement?.id;
  });
}

it('moves to each part and around, in both directions', () => {
  document.body.innerHTML = shown;
  expect(steps('next', 6)).toEqual(['row', 'operator', 'rows', 'typed', 'transfers', 'row']);
  expect(steps('previous', 3)).toEqual(['transfers', 'typed', 'rows']);
});

it('skips parts without a focusable element, from wherever it is within a part', () => {
  document.body.innerHTML = shown;
  document.querySelector('aside')?.replaceChildren();
  document.querySelector<HTMLElement>('[role="grid"] button')?.focus();
  expect(steps('next', 1)).toEqual(['transfers']);
});

it('moves from the background of a part into it', () => {
  document.body.innerHTML = shown;
  document.querySelector<HTMLElement>('[role="tabpanel"]:not([hidden])')?.focus();
  expect(steps('next', 2)).toEqual(['operator', 'rows']);
  document.querySelector<HTMLElement>('[role="tabpanel"]:not([hidden])')?.focus();
  expect(steps('previous', 1)).toEqual(['row']);
});

it('leaves the focus in a dialog', () => {
  document.body.innerHTML = `${shown}<section role="dialog"><button id="close">Close</button></section>`;
  document.getElementById('close')?.focus();
  expect(steps('next', 1)).toEqual(['close']);
});
