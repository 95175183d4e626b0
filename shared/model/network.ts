// How the engine reaches the network: through which proxy, with which exceptions, trusting which further authorities,
// or offline. The settings of a person, and the route that main derives from them. Its use for a host: network-way.ts.
import { z } from 'zod';

const bypass = z.array(z.string().trim().min(1).max(253)).max(200);

const proxyChoice = z.discriminatedUnion('mode', [
  /** As the system or its environment says. */
  z.object({ mode: z.literal('system') }),
  z.object({ mode: z.literal('none') }),
  /** The password is a secret and kept apart. */
  z.object({
    mode: z.literal('manual'),
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535),
    user: z.string().max(200),
    bypass,
  }),
]);

/** An authority that is trusted besides those of the system. */
export const trustedAuthority = z.object({
  /** Its subject, as people read it. */
  name: z.string().max(400),
  /** ISO 8601. */
  expiresOn: z.string(),
  /** SHA-256, hex with colons. */
  fingerprint: z.string(),
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

/** What the engine needs to know. Holds the password: never log, never show. */
export const networkRoute = z.object({
  access: z.enum(['online', 'offline']),
  proxy: z
    .object({
      host: z.string(),
      port: z.int(),
      /** Value of `Proxy-Authorization`; null where the proxy asks for none. */
      authorization: z.string().nullable(),
    })
    .nullable(),
  /** Hosts that are reached directly: names, `.suffixes`, `*.suffixes`, addresses, `host:port`, or the loopback mark. */
  bypass: z.array(z.string()),
  /** Certificates in PEM that are trusted besides the usual ones. */
  authorities: z.array(z.string()),
});
export type NetworkRoute = z.infer<typeof networkRoute>;
