// Replaces the telemetry package that Azurite imports. The program contains no code that could send telemetry, so no
// forgotten, misspelt or renamed switch can turn it back on.

export function setup(): never {
  throw new Error('This store sends no telemetry.');
}
