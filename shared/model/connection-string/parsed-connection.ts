// The form that every way of entering a connection is read into.
import type { ConnectionIdentity, S3Settings, SasScope } from '../connection';

/** The one form of every way to reach an account. */
export interface ParsedConnection {
  readonly accountName: string;
  /** Base addresses without trailing slash or query; absent where the connection cannot reach the service. */
  readonly endpoints: {
    readonly blob?: string;
    readonly table?: string;
    /** Only where it was entered; it otherwise follows from the blob endpoint. */
    readonly dfs?: string;
  };
  readonly credential:
    | { readonly kind: 'key'; readonly accountKey: string }
    /** Query string without `?`. */
    | { readonly kind: 'sas'; readonly token: string }
    | { readonly kind: 'token'; readonly identity: ConnectionIdentity }
    /** `secret`: null where the keys come from somewhere else. */
    | { readonly kind: 's3'; readonly s3: S3Settings; readonly secret: S3Secret | null };
  readonly sas?: SasScope;
}

export interface S3Secret {
  readonly secretAccessKey: string;
  /** Of temporary credentials; otherwise empty. */
  readonly sessionToken: string;
}
