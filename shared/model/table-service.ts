// The two services that speak the table protocol, and how they differ. Cosmos DB for Table promises no key order, takes
// a merge in another form and has limits of its own; everything else is shared with Table Storage.
import { KiB, MiB } from '../units';

/** Without a schema library, because worker threads load this module. */
export const tableServices = ['storage', 'cosmos'] as const;
export type TableService = (typeof tableServices)[number];

/** Hosts of Cosmos DB for Table by cloud, with the resource of their tokens. Source: Azure national clouds. */
const cosmosClouds = [
  { suffix: 'table.cosmos.azure.com', resource: 'https://cosmos.azure.com' },
  { suffix: 'table.cosmosdb.azure.com', resource: 'https://cosmos.azure.com' },
  { suffix: 'table.cosmos.azure.us', resource: 'https://cosmos.azure.us' },
  { suffix: 'table.cosmos.azure.cn', resource: 'https://cosmos.azure.cn' },
] as const;

/** Port of the table endpoint of the Cosmos DB emulator. */
const emulatorPort = '8902';

/** The service behind an address, as far as its host reveals it. */
export function tableServiceAt(endpoint: string | undefined): TableService {
  const [, hostname = '', port] = /^https?:\/\/(\[[^\]]*\]|[^/:?#]*)(?::(\d+))?/i.exec(endpoint ?? '') ?? [];
  const isEmulator = port === emulatorPort && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return isEmulator || cosmosCloudOf(hostname) !== undefined ? 'cosmos' : 'storage';
}

/** The resource of tokens for a host of Cosmos DB; null for other hosts. */
export function cosmosResource(hostname: string): string | null {
  return cosmosCloudOf(hostname)?.resource ?? null;
}

/** The suffix of hosts of Cosmos DB in the cloud that this resource belongs to. */
export function cosmosSuffixes(cloud: 'public' | 'us-government' | 'china' | 'custom'): readonly string[] {
  const endings = { public: '.com', 'us-government': '.us', china: '.cn', custom: null };
  const ending = endings[cloud];
  return ending === null ? [] : cosmosClouds.map(({ suffix }) => suffix).filter((suffix) => suffix.endsWith(ending));
}

function cosmosCloudOf(hostname: string): (typeof cosmosClouds)[number] | undefined {
  return cosmosClouds.find(({ suffix }) => hostname.endsWith(`.${suffix}`));
}

/** What only Cosmos DB sends: its charge for a request, or the wait after a 429. */
export function isCosmosAnswer(headers: Readonly<Record<string, string>>): boolean {
  return headers['x-ms-request-charge'] !== undefined || headers['x-ms-retry-after-ms'] !== undefined;
}

export interface TableLimits {
  /** Of a key in UTF-8; null where the number of characters is limited instead. */
  readonly partitionKeyBytes: number | null;
  readonly rowKeyBytes: number | null;
  readonly entityBytes: number;
  readonly batchBytes: number;
  /** Besides the three system properties. */
  readonly properties: number;
  readonly valueBytes: number;
  /** Names that the service uses itself, in lower case. */
  readonly reservedNames: ReadonlySet<string>;
}

/** Source: Understanding the Table service data model; FAQ of Azure Cosmos DB for Table. */
export const tableLimits: Readonly<Record<TableService, TableLimits>> = {
  storage: {
    partitionKeyBytes: null,
    rowKeyBytes: null,
    entityBytes: MiB,
    batchBytes: 4 * MiB,
    properties: 252,
    valueBytes: 64 * KiB,
    reservedNames: new Set(),
  },
  cosmos: {
    partitionKeyBytes: 2 * KiB,
    rowKeyBytes: 255,
    entityBytes: 2 * MiB,
    batchBytes: 2 * MiB,
    // Limited by the size of the entity alone.
    properties: Infinity,
    valueBytes: 2 * MiB,
    reservedNames: new Set(['id', 'rid', 'etag', 'resourceid']),
  },
};
