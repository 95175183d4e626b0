// Replaces the SQL database client that Azurite imports. The store does not use it: its data are files.

/** What Azurite's tables in a database extend. */
export const Model = Object;

/** A connection to a database server; called with `new`. */
export function Sequelize(): never {
  throw new Error('This store keeps its data in files; a database server is not part of it.');
}
