/**
 * SQL condition on the id of a person: the account is not locked. A locked person may not act at panels
 * either.
 */
export const mayAct = (ownerId: string): string =>
  `EXISTS (SELECT 1 FROM users u WHERE u.id = ${ownerId} AND u.locked_at IS NULL)`;
