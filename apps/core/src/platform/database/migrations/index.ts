import { Baseline2000 } from './2000-baseline.js';
import { RestWorkedOut2010 } from './2010-rest-worked-out.js';
import { ColumnComments2020 } from './2020-column-comments.js';

/**
 * Every migration, in the order of their numbers. From version 0.2.0 on migrations are kept and never edited:
 * a change of the schema is a new file with the next number, and only adds. Functions are not migrated
 * (`functions.ts`), but a migration drops a function whose parameters change or that is no longer used.
 */
export const migrations = [Baseline2000, RestWorkedOut2010, ColumnComments2020];
