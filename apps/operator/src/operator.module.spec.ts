import type { DynamicModule, ValueProvider } from '@nestjs/common';
import { expect, test } from '@jest/globals';
import { CORE_CONFIG, type CoreConfig } from '@sixpence/core/platform/process/config';
import { OperatorModule } from './operator.module.js';

test('a command opens at most four connections to the database, whatever the limit of core is', () => {
  const config = { DATABASE_POOL: 50, LOG_LEVEL: 'silent', PUBLIC_URL: 'http://localhost' };
  const { imports } = OperatorModule.with(config as unknown as CoreConfig);
  const [{ providers = [] }] = imports as [DynamicModule];
  const provider = (providers as ValueProvider[]).find(({ provide }) => provide === CORE_CONFIG);
  expect(provider?.useValue).toEqual({ ...config, DATABASE_POOL: 4 });
});
