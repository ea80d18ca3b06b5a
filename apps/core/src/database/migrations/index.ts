import { Foundation1000 } from './1000-foundation.js';
import { Accounts1010 } from './1010-accounts.js';

/** Every migration, oldest first. Migrations that have landed are never edited; a change is a new one. */
export const migrations = [Foundation1000, Accounts1010];
