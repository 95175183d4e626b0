// Keys: one spelling, no two commands on one key, whatever was chosen.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bindingsOf, chooseKey, objectionTo, resetKey } from './bindings';
import { type PressedKeys, chordAccelerator, chordLabel, chordOf, readChord } from './chord';
import { type ChosenKeys, type CommandId, commandIds, commands } from './commands';

const press = (keys: Partial<PressedKeys>): PressedKeys => ({
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...keys,
});

describe('a chord', () => {
  it('is Ctrl here and the command key on a Mac', () => {
    expect(chordOf(press({ key: 'T', code: 'KeyT', ctrlKey: true, shiftKey: true }), 'other')).toBe('Mod+Shift+T');
    expect(chordOf(press({ key: 't', code: 'KeyT', metaKey: true }), 'mac')).toBe('Mod+T');
    expect(chordOf(press({ key: 'Tab', code: 'Tab', ctrlKey: true }), 'mac')).toBe('Ctrl+Tab');
    expect(readChord('Ctrl+Tab', 'other')).toBe('Mod+Tab');
  });

  it('is matched by its position on layouts with other letters or signs', () => {
    expect(chordOf(press({ key: 'л', code: 'KeyK', ctrlKey: true }), 'other')).toBe('Mod+K');
    expect(chordOf(press({ key: '?', code: 'Slash', ctrlKey: true, shiftKey: true }), 'other')).toBe('Mod+Shift+/');
    expect(chordOf(press({ key: '!', code: 'Digit1', ctrlKey: true, shiftKey: true }), 'other')).toBe('Mod+Shift+1');
  });

  it('is none while only modifiers are held, nor where typing needs the key', () => {
    expect(chordOf(press({ key: 'Shift', code: 'ShiftLeft', shiftKey: true }), 'other')).toBeNull();
    expect(chordOf(press({ key: 'a', code: 'KeyA' }), 'other')).toBeNull();
    expect(chordOf(press({ key: 'Enter', code: 'Enter', shiftKey: true }), 'other')).toBeNull();
    expect(chordOf(press({ key: 'k', code: 'KeyK', metaKey: true, ctrlKey: true }), 'other')).toBeNull();
    expect(chordOf(press({ key: 'F6', code: 'F6' }), 'other')).toBe('F6');
  });

  it('has a label and an accelerator', () => {
    expect(chordLabel('Mod+Shift+PageUp')).toBe('Ctrl Shift PgUp');
    expect(chordAccelerator('Mod+Alt+ArrowLeft')).toBe('CmdOrCtrl+Alt+Left');
  });

  it.each(['', 'K+Mod', 'Mod+', 'Mod+KK', 'Hyper+K', 'Mod+é', '__proto__'])('%j is none', (text) => {
    expect(readChord(text, 'other')).toBeNull();
  });
});

describe('bindings', () => {
  const begin = (id: CommandId): readonly string[] => bindingsOf({}, 'other').chordsOf(id);

  it.each(['mac', 'other'] as const)('begin without a key given twice or one that a view needs: %s', (platform) => {
    const bindings = bindingsOf({}, platform);
    for (const id of commandIds) {
      expect(bindings.chordsOf(id)).toHaveLength(commands[id].keys.length);
      for (const chord of bindings.chordsOf(id)) expect(objectionTo(chord, id, {}, platform)).toBeUndefined();
    }
  });

  it("follow a user's choice, and remove the key from its default command", () => {
    const chosen = chooseKey({}, 'monitor', 'Mod+B', 'other');
    const bindings = bindingsOf(chosen, 'other');
    expect(bindings.commandOf('Mod+B')).toBe('monitor');
    expect(bindings.chordsOf('toggle-sidebar')).toEqual([]);
    expect(bindings.commandOf('Mod+Shift+M')).toBeUndefined();
    const back = bindingsOf(resetKey(resetKey(chosen, 'monitor'), 'toggle-sidebar'), 'other');
    expect(back.chordsOf('monitor')).toEqual(begin('monitor'));
    expect(back.chordsOf('toggle-sidebar')).toEqual(begin('toggle-sidebar'));
  });

  it('assign a chosen key to the command that got it last, even if another one had chosen it', () => {
    const step = fc.tuple(fc.constantFrom(...commandIds), fc.constantFrom('Mod+K', 'Alt+F9', 'Mod+Shift+B'));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
        const chosen = steps.reduce<ChosenKeys>((now, [id, chord]) => chooseKey(now, id, chord, 'other'), {});
        const [id, chord] = steps[steps.length - 1] ?? ['palette', ''];
        expect(bindingsOf(chosen, 'other').commandOf(chord)).toBe(id);
        expect(bindingsOf(chosen, 'other').chordsOf(id)).toEqual([chord]);
      }),
    );
  });

  it('report which command has a key, and which keys are unavailable', () => {
    expect(objectionTo('Mod+W', 'lab', {}, 'other')).toEqual({ kind: 'taken', by: 'close-tab' });
    expect(objectionTo('Mod+C', 'lab', {}, 'other')).toMatchObject({ kind: 'fixed', view: 'Lists and text' });
    expect(objectionTo('Mod+5', 'lab', {}, 'other')).toMatchObject({ kind: 'fixed', view: 'Tabs' });
    expect(objectionTo('Mod+W', 'close-tab', {}, 'other')).toBeUndefined();
    expect(objectionTo('Mod+W', 'lab', { 'close-tab': null }, 'other')).toBeUndefined();
  });

  it("never assign one key to two commands, regardless of the file's content", () => {
    const someKey = fc.constantFrom('Mod+K', 'Mod+W', 'Ctrl+Tab', 'Alt+F9', 'nonsense', 'Mod+Shift+PageUp');
    const choices = fc.dictionary(fc.constantFrom(...commandIds, 'from-the-future', 'toString'), fc.option(someKey));
    fc.assert(
      fc.property(choices, fc.constantFrom('mac' as const, 'other' as const), (chosen: ChosenKeys, platform) => {
        const { chordsOf, commandOf } = bindingsOf(chosen, platform);
        const all = commandIds.flatMap((id) => chordsOf(id).map((chord) => [chord, id] as const));
        expect(new Set(all.map(([chord]) => chord)).size).toBe(all.length);
        for (const [chord, id] of all) expect(commandOf(chord)).toBe(id);
      }),
    );
  });
});
