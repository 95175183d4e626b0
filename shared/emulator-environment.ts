// The part of the user's environment variables that the embedded store is started with.

/** Azurite would take accounts from these, keep its metadata in a database server, or send telemetry. */
const changesTheStore = /^(APPLICATIONINSIGHTS|APPINSIGHTS|APPLICATION_INSIGHTS|AZURITE_)/i;

/** `env` without variables that would change the store. */
export function emulatorEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const passed = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !changesTheStore.test(entry[0]),
  );
  return {
    ...Object.fromEntries(passed),
    APPLICATION_INSIGHTS_NO_STATSBEAT: 'true',
    APPLICATION_INSIGHTS_NO_DIAGNOSTIC_CHANNEL: 'true',
  };
}
