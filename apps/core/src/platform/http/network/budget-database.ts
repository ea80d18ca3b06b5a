import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import type { CoreConfig } from '../../process/config.js';

/** The injection token of the connections that only budgets use: a flood of attempts leaves all others to everybody. */
export const BUDGET_DATABASE = Symbol('BUDGET_DATABASE');

const connections = 4;

export function openBudgetDatabase({
  DATABASE_URL: url,
}: Pick<CoreConfig, 'DATABASE_URL'>): Promise<DataSource> {
  return createDataSource({ url, poolSize: connections }).initialize();
}
