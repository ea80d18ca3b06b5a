import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import type { CoreConfig } from '../../process/config.js';

/**
 * The injection token of the connection pool for budgets only, so that a flood of attempts leaves the main
 * pool free.
 */
export const BUDGET_DATABASE = Symbol('BUDGET_DATABASE');

const connections = 4;

export function openBudgetDatabase({
  DATABASE_URL: url,
}: Pick<CoreConfig, 'DATABASE_URL'>): Promise<DataSource> {
  return createDataSource({ url, poolSize: connections }).initialize();
}
