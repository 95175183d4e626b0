// The types that a property can have, for who needs no more than their names: threads that read inputs carry no schemas.

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
