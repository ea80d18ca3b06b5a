/** In SQL: whether the person whose id this expression is may act. Somebody who is locked out may not, at no panel either. */
export const mayAct = (ownerId: string): string =>
  `EXISTS (SELECT 1 FROM users u WHERE u.id = ${ownerId} AND u.locked_at IS NULL)`;
