// Identities of Microsoft Entra ID as the window sees them: who is signed in, in which cloud, and which tenants,
// subscriptions and storage accounts they reach. Tokens never appear here.
import { z } from 'zod';

const httpsAddress = z.url({ protocol: /^https$/u }).transform((address) => address.replace(/\/+$/u, ''));

/** Where a cloud signs users in, lists their resources and stores their data. */
export const cloud = z.object({
  id: z.enum(['public', 'us-government', 'china', 'custom']),
  /** Of the authority, without the tenant: `https://login.microsoftonline.com`. */
  authority: httpsAddress,
  /** Of Azure Resource Manager. */
  management: httpsAddress,
  /** Appended to `ACCOUNT.blob.` and `ACCOUNT.table.`. */
  storageSuffix: z.string().regex(/^[a-z0-9.-]+$/u),
});
export type Cloud = z.infer<typeof cloud>;

/** Source: Azure national clouds, service endpoints. */
export const knownClouds: Readonly<Record<'public' | 'us-government' | 'china', Cloud>> = {
  public: {
    id: 'public',
    authority: 'https://login.microsoftonline.com',
    management: 'https://management.azure.com',
    storageSuffix: 'core.windows.net',
  },
  'us-government': {
    id: 'us-government',
    authority: 'https://login.microsoftonline.us',
    management: 'https://management.usgovcloudapi.net',
    storageSuffix: 'core.usgovcloudapi.net',
  },
  china: {
    id: 'china',
    authority: 'https://login.partner.microsoftonline.cn',
    management: 'https://management.chinacloudapi.cn',
    storageSuffix: 'core.chinacloudapi.cn',
  },
};

/** The resource of blob and table tokens, the same in every cloud. */
export const storageResource = 'https://storage.azure.com';

/**
 * A tenant: its id, or a domain that was verified for it. `organizations` means the tenant of the user who signs in.
 */
export const tenantName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,252}$/u);

export const clientId = z.guid();

/** The app registration that an organisation uses for Stowage. Neither value is a secret. */
export const appRegistration = z.object({ clientId, tenant: tenantName, cloud });
export type AppRegistration = z.infer<typeof appRegistration>;

/** How an identity proves who it is. `user` signed in through a browser or with a device code. */
export const identityKind = z.enum(['user', 'azure-cli', 'environment', 'managed-identity']);
export type IdentityKind = z.infer<typeof identityKind>;

export const identitySummary = z.object({
  id: z.string(),
  kind: identityKind,
  /** The user name, or the id of the application. */
  name: z.string(),
  cloud,
  /** The tenant that the identity belongs to; empty where it is only known once a token was issued. */
  homeTenant: z.string(),
  /** `sign-in-needed`: the session ended or was revoked; everything else of the identity stays as it is. */
  state: z.enum(['ready', 'sign-in-needed']),
});
export type IdentitySummary = z.infer<typeof identitySummary>;

export const tenantState = z.object({
  tenant: z.string(),
  /** The name that its administrators chose; the id if that is not readable. */
  name: z.string(),
  domain: z.string(),
  /** `sign-in-needed`: this tenant requires more than the others, such as a second factor. */
  state: z.enum(['ready', 'sign-in-needed', 'failed']),
  detail: z.string(),
  /** The claims that the tenant requires, to be passed to the next sign-in. */
  claims: z.string().optional(),
});
export type TenantState = z.infer<typeof tenantState>;

export const storageAccount = z.object({
  name: z.string(),
  resourceGroup: z.string(),
  subscription: z.string(),
  subscriptionName: z.string(),
  tenant: z.string(),
  location: z.string(),
  kind: z.string(),
  hasHierarchicalNamespace: z.boolean(),
  allowsSharedKey: z.boolean(),
  endpoints: z.object({ blob: z.string().optional(), table: z.string().optional(), dfs: z.string().optional() }),
});
export type StorageAccount = z.infer<typeof storageAccount>;
