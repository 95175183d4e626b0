// A saved way to reach one storage account, as users enter it and as the window sees it. Secrets appear only in the
// inputs; summaries never carry them. Parsing of strings and SAS tokens lives in connection-string.ts.
import { z } from 'zod';
import { visibleLine } from '../visible-text';
import { tenantName } from './identity';
import { dataRights, denialCauses, rightStates, sasRightNames } from './rights';

export const embeddedConnectionId = 'local';

/** The name of a connection, without surrounding blanks; what cannot be seen becomes a mark that can be typed. */
export const connectionName = z.string().trim().min(1).max(80).transform(visibleLine);

/**
 * Marks a connection so that users do not confuse it with another: a colour, and for production read-only until
 * unlocked.
 */
export const connectionMarking = z.object({
  production: z.boolean(),
  colour: z.enum(['none', 'red', 'orange', 'green', 'blue', 'purple']),
});
export type ConnectionMarking = z.infer<typeof connectionMarking>;

/** Where the keys of an S3 connection come from. `none`: public buckets only. */
const s3Keys = z.enum(['given', 'environment', 'profile', 'none']);

/** What an S3 connection has besides its address and its secret. */
export const s3Settings = z.object({
  /** Empty: that of the environment or the profile. */
  region: z.string(),
  /** Whether buckets are named in the path, not in the host. */
  pathStyle: z.boolean(),
  keys: s3Keys,
  /** Empty unless the keys are given. */
  accessKeyId: z.string(),
  profile: z.string(),
});
export type S3Settings = z.infer<typeof s3Settings>;

/** The values that the user enters in the dialog. The engine validates strings in depth, field by field. */
export const connectionInput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('emulator'),
    name: connectionName,
    host: z.string(),
    blobPort: z.int(),
    tablePort: z.int(),
    marking: connectionMarking,
  }),
  z.object({
    kind: z.literal('connection-string'),
    name: connectionName,
    connectionString: z.string(),
    marking: connectionMarking,
  }),
  z.object({
    kind: z.literal('account-key'),
    name: connectionName,
    accountName: z.string(),
    accountKey: z.string(),
    endpointSuffix: z.string(),
    marking: connectionMarking,
  }),
  /** `sas` is a SAS URL or a SAS connection string. */
  z.object({ kind: z.literal('sas'), name: connectionName, sas: z.string(), marking: connectionMarking }),
  /**
   * `account`: its name, or the address of anything in it. `tenant`: the one that it belongs to; by default the one
   * that the account reports.
   */
  z.object({
    kind: z.literal('sign-in'),
    name: connectionName,
    account: z.string().max(2000),
    identityId: z.string().max(200),
    tenant: tenantName.optional(),
    /**
     * Where Resource Manager lists the account: these and no others. Of the Data Lake service alone: besides those that
     * follow from `account`.
     */
    endpoints: z
      .object({
        blob: z.string().max(2000).optional(),
        table: z.string().max(2000).optional(),
        dfs: z.string().max(2000).optional(),
      })
      .optional(),
    marking: connectionMarking,
  }),
  /** A service that speaks S3. `endpoint`: empty for Amazon's. Keys and tokens only where `keys` is `given`. */
  z.object({
    kind: z.literal('s3'),
    name: connectionName,
    endpoint: z.string().max(2000),
    region: z.string().max(100),
    keys: s3Keys,
    accessKeyId: z.string().max(200),
    secretAccessKey: z.string().max(2000),
    sessionToken: z.string().max(20_000),
    /** Of `~/.aws`; empty for the default one. */
    profile: z.string().max(200),
    addressing: z.enum(['automatic', 'path', 'host']),
    marking: connectionMarking,
  }),
]);
export type ConnectionInput = z.infer<typeof connectionInput>;

/** Where the secret of a connection is stored. `file`: a file only its owner can read (command line). */
export const secretStorage = z.enum(['keychain', 'session', 'file', 'none']);
export type SecretStorage = z.infer<typeof secretStorage>;

const sasRight = z.enum(sasRightNames);
export type SasRight = z.infer<typeof sasRight>;

/**
 * The actual permissions of a SAS, read from its parameters. `resource` is the container or table it is bound to;
 * `blob` the name of the only blob of the container that it is for (earlier versions did not store it).
 */
export const sasScope = z.object({
  level: z.enum(['account', 'container', 'blob', 'table']),
  resource: z.string().optional(),
  blob: z.string().optional(),
  rights: z.array(sasRight),
  /** Of an account SAS: the resource types that it covers. */
  resourceTypes: z.array(z.enum(['service', 'container', 'object'])).optional(),
  startsOn: z.string().optional(),
  expiresOn: z.string().optional(),
  /** Partition and row bounds of a table SAS, if it has them. */
  keyRange: z.string().optional(),
  /** The stored access policy that it refers to; rights and validity may then be set there and not be known here. */
  policy: z.string().optional(),
});
export type SasScope = z.infer<typeof sasScope>;

/** Who signs in, and to which tenant. */
export const connectionIdentity = z.object({ id: z.string(), tenant: z.string() });
export type ConnectionIdentity = z.infer<typeof connectionIdentity>;

/** A container or table whose rights are meant; an empty name means the account. */
export const rightsTarget = z.object({ service: z.enum(['blob', 'table']), resource: z.string().max(1024) });

/** See rights.ts. */
const learnedRight = rightsTarget.extend({
  right: z.enum(dataRights),
  state: z.enum(rightStates),
  cause: z.enum(denialCauses).optional(),
});

/** The service's names for the two keys of an account, which are valid at the same time. */
export const accountKeyName = z.enum(['primary', 'secondary']);
export type AccountKeyName = z.infer<typeof accountKeyName>;

export const connectionSummary = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['embedded', 'emulator', 'connection-string', 'account-key', 'sas', 'sign-in', 's3']),
  accountName: z.string(),
  /** Service addresses without query strings; absent where the connection cannot reach that service. */
  endpoints: z.object({ blob: z.string().optional(), table: z.string().optional(), dfs: z.string().optional() }),
  marking: connectionMarking,
  /** Production connections reject writes while locked. */
  locked: z.boolean(),
  secretStorage,
  /** The secret was stored only for an earlier session and must be entered again. */
  needsSecret: z.boolean(),
  sas: sasScope.optional(),
  /** Of a connection that signs in. */
  identity: connectionIdentity.optional(),
  /** What requests have shown about its rights in this run. Absent while nothing is known, and with an account key. */
  rights: z.array(learnedRight).optional(),
  /** Of a connection to S3. */
  s3: s3Settings.optional(),
  /** Absent for Table Storage. */
  tableService: z.literal('cosmos').optional(),
  /** Of a connection with an account key: the one that signs now. */
  keys: z.object({ inUse: accountKeyName, hasSecondary: z.boolean() }).optional(),
  /** Only for the embedded store. */
  store: z.enum(['starting', 'running', 'restarting', 'stopped', 'failed']).optional(),
});
export type ConnectionSummary = z.infer<typeof connectionSummary>;

const serviceProbe = z.union([
  z.object({
    state: z.literal('reachable'),
    elapsedMs: z.number(),
    serviceVersion: z.string(),
    /**
     * Resources that the service refused to list although it accepts the SAS, because a permission is missing. Absent
     * after a successful listing.
     */
    unlisted: z.enum(['containers', 'blobs', 'tables', 'entities']).optional(),
  }),
  z.object({
    state: z.literal('failed'),
    code: z.string(),
    detail: z.string(),
    context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
  z.object({ state: z.literal('not-covered'), reason: z.string() }),
]);
/** The result of trying a connection for real, per service. */
export const connectionProbe = z.object({ blob: serviceProbe, table: serviceProbe, sas: sasScope.optional() });
export type ConnectionProbe = z.infer<typeof connectionProbe>;
