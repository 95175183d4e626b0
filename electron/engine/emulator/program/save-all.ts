// Makes the saving of Azurite's databases safe. Unpatched, they are renamed before they are synced, crash the process
// beyond half a gigabyte, report that they are closed while a save is still running, treat a failed write as a
// successful one, wait five seconds before a save however small it is, and lose everything since the last save when
// killed. Must be loaded before Azurite.
import { basename } from 'node:path';
import { LokiFsAdapter as fileAdapter, prototype as loki } from 'lokijs';
import { changeLogOf, readChanges } from './change-log';
import { withChanges } from './changes';
import { contentOf, isInLines, readContent, writeContent } from './database-file';

const { close, loadJSONObject, saveDatabaseInternal } = loki;
const { loadDatabase } = fileAdapter.prototype;

/** For each database: how long preparing its last save blocked everything else, in ms. */
const heldUpMs = new WeakMap<object, number>();

/** A failed save is retried the next time, even if nothing else has changed. */
loki.saveDatabaseInternal = function (done) {
  if (!(this.persistenceAdapter instanceof fileAdapter)) return saveDatabaseInternal.call(this, done);
  const changed = this.collections.filter(({ dirty }) => dirty);
  this.autosaveClearFlags();
  const save = async (): Promise<void> => {
    const startedMs = performance.now();
    const log = changeLogOf(this);
    const changes = log.begin();
    try {
      const content = contentOf(this, changes);
      heldUpMs.set(this, performance.now() - startedMs);
      await writeContent(this.filename, content);
    } catch (error) {
      log.failed();
      throw error;
    }
    await log.written();
  };
  save().then(
    () => done(),
    (error: unknown) => {
      for (const collection of changed) collection.dirty = true;
      done(error instanceof Error ? error : new Error(String(error)));
    },
  );
};

fileAdapter.prototype.loadDatabase = function (path, done) {
  const load = async (): Promise<void> => {
    if (await isInLines(path)) {
      const content = await readContent(path);
      done(withChanges(content, content.changes === undefined ? [] : await readChanges(path, content.changes)));
    } else loadDatabase.call(this, path, done);
  };
  load().catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error))));
};

loki.loadJSONObject = function (...content) {
  loadJSONObject.apply(this, content);
  for (const collection of this.collections) {
    for (const [property, { dirty }] of Object.entries(collection.binaryIndices)) {
      if (dirty) collection.ensureIndex(property, true);
    }
  }
};

/**
 * Closes a database once its running save and all later changes are on disk. One that cannot be saved reports that and
 * is closed all the same: otherwise Azurite would exit while the other databases are still being saved.
 */
loki.close = function (closed) {
  this.autosaveDisable();
  const saved: typeof closed = (error) => {
    if (error && !changeLogOf(this).isWhole) {
      process.stderr.write(`What changed last in ${basename(this.filename)} is lost: ${error.message}\n`);
      process.exitCode = 1;
    }
    closed?.();
  };
  this.throttledSaveDrain(() => close.call(this, saved));
};

const maxPauseMs = 5_000;
const minPauseMs = 500;
/** A database is saved as a whole: preparing that takes at most one part in so many of the store's time, */
const pausePerHoldUp = 20;
/** and writing it one in so many of the disk's. On a busy disk, writing takes a hundred times as long as preparing. */
const pausePerWrite = 3;

/** If a save costs little, a kill or a power cut loses less. */
loki.autosaveEnable = function () {
  this.autosave = true;
  let nextMs = 0;
  let isSaving = false;
  this.autosaveHandle = setInterval(() => {
    const startedMs = performance.now();
    if (isSaving || startedMs < nextMs || !this.autosaveDirty()) return;
    isSaving = true;
    this.saveDatabase(() => {
      isSaving = false;
      const endedMs = performance.now();
      const pauseMs = Math.max(pausePerHoldUp * (heldUpMs.get(this) ?? 0), pausePerWrite * (endedMs - startedMs));
      nextMs = endedMs + Math.min(maxPauseMs, pauseMs);
    });
  }, minPauseMs);
};
