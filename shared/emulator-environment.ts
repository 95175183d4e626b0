// What of a person's environment the embedded store is started with.

/** Azurite would take other accounts from it, keep its metadata in a database server, or report to somebody. */
const changesTheStore = /^(APPLICATIONINSIGHTS|APPINSIGHTS|APPLICATION_INSIGHTS|AZURITE_)/i;

/** `env` without what would make another store of it. */
export function emulatorEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !changesTheStore.test(entry[0]),
  );
  return {
    ...Object.fromEntries(kept),
    APPLICATION_INSIGHTS_NO_STATSBEAT: 'true',
    APPLICATION_INSIGHTS_NO_DIAGNOSTIC_CHANNEL: 'true',
  };
}
