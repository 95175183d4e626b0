// Runs Azurite's blob and table services, as its own entry does, and closes them once. Its queue service, which nothing
// here uses, is omitted.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobServerFactory } from 'azurite/dist/src/blob/BlobServerFactory.js';
import { setExtentMemoryLimit } from 'azurite/dist/src/common/ConfigurationBase.js';
import Environment from 'azurite/dist/src/common/Environment.js';
import { configLogger } from 'azurite/dist/src/common/Logger.js';
import { AzuriteTelemetryClient } from 'azurite/dist/src/common/Telemetry.js';
import TableConfiguration from 'azurite/dist/src/table/TableConfiguration.js';
import TableServer from 'azurite/dist/src/table/TableServer.js';
import { DEFAULT_TABLE_LOKI_DB_PATH } from 'azurite/dist/src/table/utils/constants.js';
import { onClose } from './close-once';
import { answerLoopbackOnly } from './loopback-only';

export async function startServices(): Promise<void> {
  const env = new Environment();
  const location = await env.location();
  await mkdir(location, { recursive: true });
  const blobs = await new BlobServerFactory().createServer(env);
  const tables = new TableServer(
    new TableConfiguration(
      env.tableHost(),
      env.tablePort(),
      env.tableKeepAliveTimeout(),
      join(location, DEFAULT_TABLE_LOKI_DB_PATH),
      false,
      !env.silent(),
      undefined,
      undefined,
      env.loose(),
      env.skipApiVersionCheck(),
      env.cert(),
      env.key(),
      env.pwd(),
      env.oauth(),
      env.disableProductStyleUrl(),
      env.inMemoryPersistence(),
    ),
  );
  configLogger(false, undefined);
  setExtentMemoryLimit(env, true);
  AzuriteTelemetryClient.init(location, false, env);
  const services = [
    ['Blob', blobs],
    ['Table', tables],
  ] as const;
  for (const [name, server] of services) {
    answerLoopbackOnly(server.httpServer);
    await server.start();
    process.stdout.write(`Azurite ${name} service is successfully listening at ${server.getHttpServerAddress()}\n`);
  }
  onClose(() => {
    for (const [name, server] of services) {
      process.stdout.write(`Azurite ${name} service is closing...\n`);
      void server.close().then(() => process.stdout.write(`Azurite ${name} service successfully closed\n`));
    }
  });
}
