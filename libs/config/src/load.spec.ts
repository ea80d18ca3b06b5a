import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { ConfigError, integerVariable, loadConfig, secretVariable, textVariable } from './load.js';

const schema = z.object({
  PORT: integerVariable(1, 65535).default(3000),
  SECRET: secretVariable(4),
  NAME: textVariable('give a name'),
});

test('a valid environment is read, with defaults, and is frozen', () => {
  const config = loadConfig(schema, { SECRET: 'AAECAw==', NAME: 'hall', PORT: '' });
  expect(config.PORT).toBe(3000);
  expect([...config.SECRET]).toEqual([0, 1, 2, 3]);
  expect(Object.isFrozen(config)).toBe(true);
});

test('every invalid variable is named with its remedy and without its value', () => {
  const attempt = () => loadConfig(schema, { PORT: '70000', SECRET: 'hunter2' });
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(/PORT[\s\S]*SECRET: give 4 random bytes[\s\S]*NAME: give a name/);
  expect(attempt).not.toThrow(/hunter2/);
});
