// Registers contents at start that are on disk but unknown to Azurite. Azurite records which blobs exist and which
// files hold their contents at different times: if it is killed in between, a blob whose upload it acknowledged can no
// longer be read, although all its bytes are there. Must be loaded before Azurite.
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import store from 'azurite/dist/src/common/persistence/LokiExtentMetadataStore.js';
import { LokiFsAdapter as fileAdapter } from 'lokijs';

const { prototype: known } = store;
const { init } = known;

const folders: Readonly<Record<string, string>> = {
  '__azurite_db_blob_extent__.json': '__blobstorage__',
  '__azurite_db_queue_extent__.json': '__queuestorage__',
};
/** The only location that Azurite uses unless configured otherwise, which nothing here does. */
const locationId = 'Default';

known.init = async function () {
  await init.call(this);
  const folder = folders[basename(this.lokiDBPath)];
  if (folder === undefined || !(this.db.persistenceAdapter instanceof fileAdapter)) return;
  const path = join(dirname(this.lokiDBPath), folder);
  // Azurite's own garbage collection removes those that no blob refers to.
  for (const id of await readdir(path).catch(() => [])) {
    const [isKnown] = (await this.listExtents(id, 1, 0))[0];
    if (isKnown !== undefined) continue;
    const { size, mtimeMs } = await stat(join(path, id));
    await this.updateExtent({ id, locationId, path: id, size, lastModifiedInMS: mtimeMs });
  }
};
