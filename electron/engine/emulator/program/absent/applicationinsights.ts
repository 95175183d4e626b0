// Replaces the telemetry package that Azurite imports. The program contains no code that could send telemetry, so no
// forgotten, misspelt or renamed switch can enable it.

export function setup(): never {
  throw new Error('This store sends no telemetry.');
}
