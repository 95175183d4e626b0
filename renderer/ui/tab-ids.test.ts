import { describe, expect, it } from 'vitest';
import { panelElementId, tabElementId } from './tab-ids';

describe('the ids of a tab', () => {
  it('hold no space, so that a list of ids names one element', () => {
    const id = 'blob:local:photos:odd names/a\tb.txt';
    expect(tabElementId(id)).not.toMatch(/\s/);
    expect(panelElementId(id)).not.toMatch(/\s/);
  });

  it('differ where the tabs do', () => {
    expect(tabElementId('a b')).not.toBe(tabElementId('a%20b'));
    expect(tabElementId('a')).not.toBe(panelElementId('a'));
  });
});
