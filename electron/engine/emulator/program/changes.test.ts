// Changes of a database, recorded as lines, lead from the contents of its file to its current contents.
import fc from 'fast-check';
import { LokiFsAdapter, type Content, type Database, type Document } from 'lokijs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { type Changes, Watch, withChanges } from './changes';

interface Row extends Document {
  name: string;
  value: number;
}
interface Rows {
  insert(row: object): void;
  update(row: Row): void;
  remove(row: Row): void;
  findAndRemove(which: object): void;
  find(which: object): Row[];
}
interface Loki extends Database {
  serialize(): string;
  addCollection(name: string, options: object): Rows;
  getCollection(name: string): Rows | null;
  removeCollection(name: string): void;
}
const NewLoki = createRequire(import.meta.url)('lokijs') as new (path: string, options: object) => Loki;

/** Without what is computed on loading. */
function rowsOf({ collections }: Content): unknown {
  const rows = collections.map(({ name, data, maxId }) => [name, { data, maxId }] as const);
  return JSON.parse(JSON.stringify(Object.fromEntries(rows)));
}
const newDatabase = (): Loki => new NewLoki('kept.json', { adapter: new LokiFsAdapter() });

const tables = ['a', 'b'];
const names = ['x', 'y', 'z'];
const act = fc.record({
  kind: fc.constantFrom('insert', 'insert', 'update', 'change', 'remove', 'empty', 'begin', 'end', 'note', 'note'),
  table: fc.constantFrom(...tables),
  name: fc.constantFrom(...names),
  value: fc.nat(9),
});
type RunningAction = typeof act extends fc.Arbitrary<infer T> ? T : never;

function run(database: Loki, { kind, table, name, value }: RunningAction): void {
  if (kind === 'begin') database.addCollection(table, { indices: ['name'] });
  if (kind === 'end') database.removeCollection(table);
  const rows = database.getCollection(table);
  const found = rows?.find({ name }) ?? [];
  if (kind === 'insert') rows?.insert({ name, value });
  if (kind === 'empty') rows?.findAndRemove({ name });
  for (const row of found.slice(0, 1)) {
    if (kind === 'update') rows?.update({ ...row, name: names[value % names.length] ?? name, value });
    if (kind === 'remove') rows?.remove(row);
    if (kind === 'change') {
      rows?.update(row);
      // In place, as Azurite does even after it has reported a change.
      row.value = value;
    }
  }
}

it('changes: restore the current contents of a database from earlier ones, whatever was done to it and however often they were taken', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), fc.array(act, { maxLength: 60 }), (before, after) => {
      const database = newDatabase();
      database.addCollection('a', { indices: ['name'] });
      for (const each of before) run(database, each);
      const watch = new Watch(database);
      const held = database.serialize();
      const lines: string[] = [];
      const note = (): void => {
        const line = watch.take();
        if (line !== null) lines.push(line);
      };
      for (const each of after) {
        if (each.kind === 'note') note();
        else run(database, each);
      }
      note();
      expect(watch.take()).toBeNull();
      const changes = lines.map((line) => JSON.parse(line) as Changes);
      const again = withChanges(JSON.parse(held) as Content, changes);
      expect(rowsOf(again)).toEqual(rowsOf(database));
      // A line that is already part of the contents changes nothing.
      expect(rowsOf(withChanges(JSON.parse(database.serialize()) as Content, changes))).toEqual(rowsOf(database));
    }),
  );
});
