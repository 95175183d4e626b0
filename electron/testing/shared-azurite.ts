// Azurites that test files use one after another, because starting one takes most of a second of processor time and
// emptying one hardly any. A borrower has one exclusively, as good as new, and returns it with `stop`.
import { TableServiceClient } from '@azure/data-tables';
import { BlobServiceClient } from '@azure/storage-blob';
import { type RunningAzurite, startAzurite } from './azurite';

/** Deleted contents stay in the emulator's memory for a while. */
const maxLeases = 12;

interface SharedAzurite {
  readonly azurite: RunningAzurite;
  loans: number;
}

/** The idle ones of this process. They end with it. */
const idle: SharedAzurite[] = [];

/**
 * An empty one, in memory, with the published account. `stop` returns it. Tests that change more than tables and
 * containers start one of their own.
 */
export async function acquireAzurite(): Promise<RunningAzurite> {
  const shared = idle.pop() ?? { azurite: await startAzurite(), loans: 0 };
  shared.loans += 1;
  const giveBack = async (): Promise<void> => {
    if (shared.loans === maxLeases) return shared.azurite.stop();
    await empty(shared.azurite);
    idle.push(shared);
  };
  return { ...shared.azurite, stop: giveBack };
}

async function empty({ connectionString }: RunningAzurite): Promise<void> {
  const blobs = BlobServiceClient.fromConnectionString(connectionString);
  const tables = TableServiceClient.fromConnectionString(connectionString, { allowInsecureConnection: true });
  for (const name of await names(blobs.listContainers())) {
    const container = blobs.getContainerClient(name);
    // A lease that a test left behind protects its container.
    await container
      .getBlobLeaseClient()
      .breakLease(0)
      .catch(() => undefined);
    await container.delete();
  }
  for (const name of await names(tables.listTables())) await tables.deleteTable(name);
}

async function names(listed: AsyncIterable<{ readonly name?: string }>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name } of listed) if (name !== undefined) found.push(name);
  return found;
}
