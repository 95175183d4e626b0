import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GroupedNotes } from './life-journal';

describe('notes in groups', () => {
  it('are all written once and in order, and none is reported as written before it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 30 }), async (pauses) => {
        const written: number[] = [];
        const notes = new GroupedNotes<number>(async (group) => {
          for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
          written.push(...group);
        });
        const noted: Promise<void>[] = [];
        for (const [note, turns] of pauses.entries()) {
          noted.push(notes.add(note).then(() => expect(written).toContain(note)));
          for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        }
        await Promise.all(noted);
        expect(written).toEqual(pauses.map((_, note) => note));
      }),
    );
  });

  it('gathers notes that arrive while a group is written', async () => {
    const groups: (readonly number[])[] = [];
    let written: () => void = () => undefined;
    const notes = new GroupedNotes<number>((group) => {
      groups.push(group);
      return new Promise((resolve) => (written = resolve));
    });
    const first = notes.add(1);
    await expect.poll(() => groups.length).toBe(1);
    const others = [notes.add(2), notes.add(3)];
    written();
    await first;
    await expect.poll(() => groups.length).toBe(2);
    written();
    await Promise.all(others);
    expect(groups).toEqual([[1], [2, 3]]);
  });

  it('stays failed, since later notes would stand where earlier ones are missing', async () => {
    const notes = new GroupedNotes<number>((group) =>
      group.includes(1) ? Promise.reject(new Error('no room')) : Promise.resolve(),
    );
    await expect(notes.add(1)).rejects.toThrow('no room');
    await expect(notes.add(2)).rejects.toThrow('no room');
  });
});
