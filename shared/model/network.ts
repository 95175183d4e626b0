// How the engine reaches the network: through which proxy, with which exceptions, trusting which further authorities,
// or offline. The user's settings, and the route that main derives from them. Its use for a host: network-way.ts.
import { z } from 'zod';

const bypass = z.array(z.string().trim().min(1).max(253)).max(200);

const proxyChoice = z.discriminatedUnion('mode', [
  /** As configured by the system or its environment. */
  z.object({ mode: z.literal('system') }),
  z.object({ mode: z.literal('none') }),
  /** The password is a secret and stored separately. */
  z.object({
    mode: z.literal('manual'),
    /** Missing in settings of versions that knew HTTP proxies only. */
    scheme: z.enum(['http', 'https', 'socks5']).default('http'),
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535),
    user: z.string().max(200),
    bypass,
  }),
]);

/** An authority that is trusted besides those of the system. */
export const trustedAuthority = z.object({
  /** Its subject, in readable form. */
  name: z.string().max(400),
  /** ISO 8601. */
  expiresOn: z.string().max(64),
  /** SHA-256, hex with colons. */
  fingerprint: z.string().max(200),
  pem: z.string().max(20_000),
});
export type TrustedAuthority = z.infer<typeof trustedAuthority>;

export const networkSettings = z.object({
  /** `offline`: only this machine is contacted. */
  access: z.enum(['online', 'offline']).catch('online'),
  proxy: proxyChoice.catch({ mode: 'system' }),
  authorities: z.array(trustedAuthority).max(50).catch([]),
});
export type NetworkSettings = z.infer<typeof networkSettings>;
export const defaultNetwork: NetworkSettings = networkSettings.parse({});

const proxySchemes = ['http', 'https', 'socks5', 'socks4a', 'socks4'] as const;

/** What the engine needs to know. Holds the password: never log, never show. */
export const networkRoute = z.object({
  access: z.enum(['online', 'offline']),
  proxy: z
    .discriminatedUnion('scheme', [
      z.object({
        /** `https`: the connection to the proxy itself is encrypted. `socks4` takes addresses only, `socks4a` names too. */
        scheme: z.enum(proxySchemes),
        host: z.string(),
        port: z.int(),
        login: z.object({ user: z.string(), password: z.string() }).nullable(),
      }),
      /** A proxy is set that cannot be used. Requests fail with its name: without the proxy they would leave the network. */
      z.object({ scheme: z.literal('unusable'), name: z.string() }),
    ])
    .nullable(),
  /** Hosts that are reached directly: names, `.suffixes`, `*.suffixes`, addresses, `host:port`, or the loopback mark. */
  bypass: z.array(z.string()),
  /** Certificates in PEM that are trusted besides the usual ones. */
  authorities: z.array(z.string()),
});
export type NetworkRoute = z.infer<typeof networkRoute>;
