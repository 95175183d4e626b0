// Tenants, subscriptions and storage accounts that an identity may see, from Azure Resource Manager. Only lists: nothing is
// changed, and no account key is requested.
import { mapConcurrent } from '@shared/map-concurrent';
import { StowageError } from '@shared/errors';
import type { StorageAccount, TenantState } from '@shared/model/identity';
import { TokenProgress } from '@shared/token-progress';
import { z } from 'zod';
import { parseChallenge } from '../azure/challenge';
import type { HttpClient } from '../azure/http/http-types';
import { type PlainAnswer, sendPlain } from './authority-network';

/** Returns a token for Resource Manager in that tenant; throws as `Tokens.valid`. */
export type ManagementToken = (
  tenant: string,
  options?: { readonly rejected: string; readonly claims?: string },
) => Promise<string>;

export interface AzureResourcesOptions {
  readonly http: HttpClient;
  /** Of Resource Manager, such as `https://management.azure.com`. */
  readonly management: string;
  readonly token: ManagementToken;
}

const apiVersions = { tenants: '2022-12-01', subscriptions: '2022-12-01', accounts: '2023-05-01', graph: '2022-10-01' };

const tenantsPage = z.object({
  value: z.array(
    z.object({ tenantId: z.string(), displayName: z.string().optional(), defaultDomain: z.string().optional() }),
  ),
  nextLink: z.string().optional(),
});
const subscriptionsPage = z.object({
  value: z.array(
    z.object({ subscriptionId: z.string(), displayName: z.string().optional(), state: z.string().optional() }),
  ),
  nextLink: z.string().optional(),
});
const accountEntry = z.object({
  id: z.string(),
  name: z.string(),
  location: z.string().optional(),
  kind: z.string().optional(),
  properties: z.object({
    isHnsEnabled: z.boolean().nullish(),
    allowSharedKeyAccess: z.boolean().nullish(),
    primaryEndpoints: z
      .object({ blob: z.string().nullish(), table: z.string().nullish(), dfs: z.string().nullish() })
      .nullish(),
  }),
});
const accountsPage = z.object({ value: z.array(accountEntry), nextLink: z.string().nullish() });
const graphPage = z.object({
  data: z.array(accountEntry.extend({ subscriptionId: z.string() })),
  $skipToken: z.string().nullish(),
});

/** How many tenants or subscriptions are read at once; Resource Manager throttles per user. */
const concurrency = 6;

export class AzureResources {
  readonly #options: AzureResourcesOptions;

  constructor(options: AzureResourcesOptions) {
    this.#options = options;
  }

  /** `homeTenant`: where the list of tenants is read. A tenant without a token is a row with its reason. */
  async tenants(homeTenant: string, signal: AbortSignal): Promise<readonly TenantState[]> {
    const path = `/tenants?api-version=${apiVersions.tenants}`;
    const found = await this.#pages(homeTenant, path, tenantsPage, signal);
    return mapConcurrent(found, concurrency, async ({ tenantId, displayName, defaultDomain }) => ({
      tenant: tenantId,
      name: displayName ?? tenantId,
      domain: defaultDomain ?? '',
      ...(await this.#stateOf(tenantId)),
    }));
  }

  /**
   * All storage accounts of the tenant that the identity may see, by one query when Resource Graph answers, else one
   * subscription after the other. `onFound` receives them as they arrive.
   */
  async accounts(
    tenant: string,
    onFound: (accounts: readonly StorageAccount[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const path = `/subscriptions?api-version=${apiVersions.subscriptions}`;
    const subscriptions = await this.#pages(tenant, path, subscriptionsPage, signal);
    const names = new Map(subscriptions.map(({ subscriptionId: id, displayName }) => [id, displayName ?? id]));
    if (names.size === 0) return;
    if (await this.#fromGraph(tenant, names, onFound, signal)) return;
    await mapConcurrent([...names.keys()], concurrency, async (subscription) => {
      const list = `/subscriptions/${encodeURIComponent(subscription)}/providers/Microsoft.Storage/storageAccounts`;
      for await (const page of this.#eachPage(
        tenant,
        `${list}?api-version=${apiVersions.accounts}`,
        accountsPage,
        signal,
      )) {
        onFound(page.map((entry) => accountOf(entry, { tenant, subscription, names })));
      }
    });
  }

  /** False when the cloud has no Resource Graph or does not let this identity use it. */
  async #fromGraph(
    tenant: string,
    names: ReadonlyMap<string, string>,
    onFound: (accounts: readonly StorageAccount[]) => void,
    signal: AbortSignal,
  ): Promise<boolean> {
    const url = `${this.#options.management}/providers/Microsoft.ResourceGraph/resources?api-version=${apiVersions.graph}`;
    const query =
      "Resources | where type =~ 'microsoft.storage/storageaccounts' | project id, name, location, kind, subscriptionId, properties | order by id asc";
    let skipToken: string | undefined;
    do {
      const options = {
        $top: 1000,
        resultFormat: 'objectArray',
        ...(skipToken === undefined ? {} : { $skipToken: skipToken }),
      };
      const body = JSON.stringify({ subscriptions: [...names.keys()], query, options });
      const answer = await this.#send(tenant, { method: 'POST', url, body }, signal);
      if (answer.status !== 200) {
        if (skipToken === undefined) return false;
        throw managementError(answer, tenant);
      }
      const page = graphPage.parse(JSON.parse(answer.body));
      onFound(page.data.map((entry) => accountOf(entry, { tenant, subscription: entry.subscriptionId, names })));
      skipToken = page.$skipToken ?? undefined;
    } while (skipToken !== undefined);
    return true;
  }

  async #stateOf(tenant: string): Promise<Pick<TenantState, 'state' | 'detail' | 'claims'>> {
    try {
      await this.#options.token(tenant);
      return { state: 'ready', detail: '' };
    } catch (thrown) {
      const error = StowageError.from(thrown);
      const detail = typeof error.context.detail === 'string' ? error.context.detail : error.message;
      const { claims } = error.context;
      return {
        state: error.code === 'auth.sign-in-needed' ? 'sign-in-needed' : 'failed',
        detail,
        ...(typeof claims === 'string' ? { claims } : {}),
      };
    }
  }

  async #pages<Item>(
    tenant: string,
    path: string,
    schema: z.ZodType<{ value: Item[]; nextLink?: string | null | undefined }>,
    signal: AbortSignal,
  ): Promise<Item[]> {
    const all: Item[] = [];
    for await (const page of this.#eachPage(tenant, path, schema, signal)) all.push(...page);
    return all;
  }

  async *#eachPage<Item>(
    tenant: string,
    path: string,
    schema: z.ZodType<{ value: Item[]; nextLink?: string | null | undefined }>,
    signal: AbortSignal,
  ): AsyncGenerator<Item[]> {
    const { management } = this.#options;
    const progress = new TokenProgress({});
    let url: string | undefined = `${management}${path}`;
    while (url !== undefined) {
      const answer: PlainAnswer = await this.#send(tenant, { method: 'GET', url }, signal);
      if (answer.status !== 200) throw managementError(answer, tenant);
      const page: { value: Item[]; nextLink?: string | null | undefined } = schema.parse(JSON.parse(answer.body));
      yield page.value;
      const next: string | undefined = page.nextLink ?? undefined;
      // The token is sent to Resource Manager only, whatever link a page contains.
      url =
        next !== undefined && URL.canParse(next) && new URL(next).origin === new URL(management).origin
          ? next
          : undefined;
      if (url !== undefined) progress.follow(url, page.value.length);
    }
  }

  /** Sends once more when the token was rejected, with the claims of the challenge. */
  async #send(
    tenant: string,
    request: { readonly method: 'GET' | 'POST'; readonly url: string; readonly body?: string },
    signal: AbortSignal,
  ): Promise<PlainAnswer> {
    const { http, token } = this.#options;
    const sent = (bearer: string): Promise<PlainAnswer> =>
      sendPlain(http, {
        ...request,
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        signal,
      });
    const first = await token(tenant);
    const answer = await sent(first);
    if (answer.status !== 401) return answer;
    const claims = parseChallenge(answer.headers['www-authenticate'])?.claims ?? null;
    return sent(await token(tenant, { rejected: first, ...(claims === null ? {} : { claims }) }));
  }
}

interface Found {
  readonly tenant: string;
  readonly subscription: string;
  readonly names: ReadonlyMap<string, string>;
}

function accountOf(entry: z.infer<typeof accountEntry>, { tenant, subscription, names }: Found): StorageAccount {
  const { id, name, location, kind, properties } = entry;
  const { blob, table, dfs } = properties.primaryEndpoints ?? {};
  return {
    name,
    resourceGroup: /\/resourceGroups\/([^/]+)/iu.exec(id)?.[1] ?? '',
    subscription,
    subscriptionName: names.get(subscription) ?? subscription,
    tenant,
    location: location ?? '',
    kind: kind ?? '',
    hasHierarchicalNamespace: properties.isHnsEnabled === true,
    // Absent means allowed.
    allowsSharedKey: properties.allowSharedKeyAccess !== false,
    endpoints: {
      ...(blob ? { blob: blob.replace(/\/+$/u, '') } : {}),
      ...(table ? { table: table.replace(/\/+$/u, '') } : {}),
      ...(dfs ? { dfs: dfs.replace(/\/+$/u, '') } : {}),
    },
  };
}

function managementError({ status, body }: PlainAnswer, tenant: string): StowageError {
  const { error } = parsedError(body);
  const context = { tenant, status, error: error?.code ?? '', detail: (error?.message ?? '').slice(0, 400) };
  if (status === 401)
    return new StowageError('auth.sign-in-needed', 'Resource Manager rejected the token.', { context });
  if (status === 429 || status === 503) {
    return new StowageError('throttled.server-busy', 'Resource Manager is busy.', { context });
  }
  return new StowageError('auth.sign-in-failed', `Resource Manager answered ${status}.`, { context });
}

function parsedError(body: string): { readonly error?: { readonly code?: string; readonly message?: string } } {
  try {
    const shape = z.object({
      error: z.object({ code: z.string().optional(), message: z.string().optional() }).optional(),
    });
    return shape.parse(JSON.parse(body));
  } catch {
    return {};
  }
}
