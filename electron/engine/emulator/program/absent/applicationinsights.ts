// Stands where Azurite looks for what would send telemetry: nothing of that kind is in the program at all, so that no
// switch that is forgotten, misspelt or renamed can bring it back.

export function setup(): never {
  throw new Error('This store sends no telemetry.');
}
