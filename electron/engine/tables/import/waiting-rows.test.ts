import { expect, it } from 'vitest';
import fc from 'fast-check';
import { SyncedNotes, rowsBetweenSyncs } from './waiting-rows';

it('leaves no more rows to a loss of power than the next run doubts', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: rowsBetweenSyncs }), { maxLength: 50 }), (groups) => {
      const notes = new SyncedNotes();
      let unsynced = 0;
      for (const rows of groups) {
        unsynced = notes.next(rows) === 'synced' ? 0 : unsynced + rows;
        expect(unsynced).toBeLessThan(rowsBetweenSyncs);
      }
    }),
  );
});
