// Azurites that files of tests use one after the other: starting one takes most of a second of the processor, emptying
// one hardly anything. A borrower has one to itself, as new, and gives it back with `stop`.
import { TableServiceClient } from '@azure/data-tables';
import { BlobServiceClient } from '@azure/storage-blob';
import { type RunningAzurite, startAzurite } from './azurite';

/** What was stored stays in the memory of the emulator for a while after it is deleted. */
const mostLoans = 12;

interface Lent {
  readonly azurite: RunningAzurite;
  loans: number;
}

/** Those of this process that nobody uses now. They end with it. */
const idle: Lent[] = [];

/** An empty one, in memory, with the published account. `stop` gives it back; whoever changed more than tables and containers starts one. */
export async function lendAzurite(): Promise<RunningAzurite> {
  const lent = idle.pop() ?? { azurite: await startAzurite(), loans: 0 };
  lent.loans += 1;
  const giveBack = async (): Promise<void> => {
    if (lent.loans === mostLoans) return lent.azurite.stop();
    await empty(lent.azurite);
    idle.push(lent);
  };
  return { ...lent.azurite, stop: giveBack };
}

async function empty({ connectionString }: RunningAzurite): Promise<void> {
  const blobs = BlobServiceClient.fromConnectionString(connectionString);
  const tables = TableServiceClient.fromConnectionString(connectionString, { allowInsecureConnection: true });
  for (const name of await names(blobs.listContainers())) {
    const container = blobs.getContainerClient(name);
    // A lease that a test has left keeps its container.
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
