// Who may do what on a hub: its keys and certificate, made at its first start, and the files with which others join it.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname, networkInterfaces } from 'node:os';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { invalidInput } from '@shared/errors';
import { t } from '@shared/strings/t';
import { localError } from '../../disk/local-error';
import { readIfExists } from '../../disk/read-if-exists';
import { parsedJson, writeWhole } from '../../disk/whole-file';
import { type KeyAndCertificate, createCertificate, fingerprintOf, isFor } from './certificate';
import type { ServerUser } from './nats-server';

/** `worker`: works, and starts and stops jobs. `viewer`: only looks. */
const roles = ['hub', 'worker', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** What a client needs to reach a hub. Its file can be read by its owner only. */
const joinFile = z.object({
  stowage: z.literal('join'),
  version: z.literal(1),
  role: z.enum(roles),
  url: z.string(),
  /** Other addresses of the same server. */
  others: z.array(z.string()).optional(),
  /** The only certificate that is trusted; null for a server on the loopback interface of this machine. */
  certificate: z.string().nullable(),
  fingerprint: z.string().nullable(),
  seed: z.string(),
});
export type Join = z.infer<typeof joinFile>;

const hubFile = z.object({
  version: z.literal(1),
  seeds: z.record(z.enum(roles), z.string()),
  tls: z.object({ keyPem: z.string(), certPem: z.string() }).nullable(),
});
type HubFile = z.infer<typeof hubFile>;

export interface HubIdentity {
  readonly seeds: Readonly<Record<Role, string>>;
  readonly users: readonly ServerUser[];
  readonly tls: KeyAndCertificate | null;
}

export const loopback = '127.0.0.1';

/** The keys of the hub in this folder, made if there are none. The certificate is renewed when it does not fit. */
export async function hubIdentity(folder: string, names: readonly string[], nowMs: number): Promise<HubIdentity> {
  const path = join(folder, 'hub.json');
  const { nkeys } = await import('@nats-io/transport-node');
  const text = await readIfExists(path, (present) => readFile(present, 'utf8'), '');
  const read = hubFile.safeParse(parsedJson(text));
  const known: HubFile | null = read.success ? read.data : null;
  const newSeed = (): string => new TextDecoder().decode(nkeys.createUser().getSeed());
  const seeds = known?.seeds ?? { hub: newSeed(), worker: newSeed(), viewer: newSeed() };
  const isPlain = names.every((name) => name === loopback);
  const fits = known?.tls != null && isFor(known.tls.certPem, names, nowMs);
  const tls = isPlain ? null : fits ? known.tls : createCertificate(names, nowMs);
  await writeWhole(path, JSON.stringify({ version: 1, seeds, tls }));
  const userOf = (role: Role): ServerUser => ({
    publicKey: nkeys.fromSeed(new TextEncoder().encode(seeds[role])).getPublicKey(),
    ...rightsOf[role],
  });
  return { seeds, tls, users: roles.map(userOf) };
}

/** Workers neither plan nor remove work: the hub does, which knows what has been done. */
const rightsOf: Readonly<Record<Role, Omit<ServerUser, 'publicKey'>>> = {
  hub: { publish: ['>'], subscribe: ['>'] },
  worker: {
    publish: [
      'stw.beat.>',
      'stw.ask.>',
      'stw.done.>',
      '$JS.API.INFO',
      '$JS.API.STREAM.INFO.>',
      '$JS.API.CONSUMER.INFO.STW_WORK.>',
      '$JS.API.CONSUMER.MSG.NEXT.STW_WORK.>',
      '$JS.API.DIRECT.GET.KV_stw_ckpt.>',
      '$JS.API.STREAM.MSG.GET.KV_stw_ckpt',
      '$JS.ACK.STW_WORK.>',
      '$KV.stw_ckpt.>',
    ],
    subscribe: ['stw.state', 'stw.view', 'stw.ended.*', '_STW.>'],
  },
  viewer: {
    publish: ['stw.ask.jobs', 'stw.ask.job', 'stw.ask.nodes', 'stw.ask.outcomes', 'stw.ask.times', 'stw.ask.time'],
    subscribe: ['stw.state', 'stw.view', 'stw.ended.*', '_STW.>'],
  },
};

/** @throws StowageError `local.*` */
export async function writeJoinFile(
  path: string,
  join: Omit<Join, 'stowage' | 'version' | 'fingerprint'>,
): Promise<void> {
  const fingerprint = join.certificate === null ? null : fingerprintOf(join.certificate);
  await writeWhole(path, `${JSON.stringify({ stowage: 'join', version: 1, ...join, fingerprint }, null, 2)}\n`);
}

/** @throws StowageError `local.*`; `invalid.input` for a file that is none, or whose parts do not fit each other */
export async function readJoinFile(path: string, field: string): Promise<Join> {
  const text = await readFile(path, 'utf8').catch((thrown: unknown) => {
    throw localError(thrown, path);
  });
  const { success, data } = joinFile.safeParse(parsedJson(text));
  if (!success) {
    throw invalidInput(field, t`“${path}” is no join file.`, t`Name the file that stowage hub printed.`);
  }
  if (data.certificate !== null && fingerprintOf(data.certificate) !== data.fingerprint) {
    throw invalidInput(
      field,
      t`“${path}” was changed: its fingerprint does not match.`,
      t`Copy it from the hub again.`,
    );
  }
  const { hostname: host } = new URL(data.url);
  if (data.certificate === null && host !== loopback) {
    throw invalidInput(field, t`“${path}” names ${host} without a certificate.`, t`Start the hub with --listen again.`);
  }
  return data;
}

/** The names and addresses by which a hub that listens on this host can be reached, the best first. */
export function namesOf(host: string): readonly string[] {
  if (host !== '0.0.0.0' && host !== '::') return [host];
  const addresses = Object.values(networkInterfaces()).flatMap((each) =>
    (each ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  );
  return [...new Set([hostname(), ...addresses, loopback])].filter((name) => isIP(name) || /^[\w.-]+$/u.test(name));
}

/** A stable id for something of this machine. */
export const randomId = (): string => randomBytes(6).toString('hex');
