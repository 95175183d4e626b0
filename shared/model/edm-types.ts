// The Edm types by name only, for threads that read inputs and should not load schemas.

export const edmTypes = [
  'Edm.String',
  'Edm.Int32',
  'Edm.Int64',
  'Edm.Double',
  'Edm.Boolean',
  'Edm.DateTime',
  'Edm.Guid',
  'Edm.Binary',
] as const;
