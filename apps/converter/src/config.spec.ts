import { describe, expect, test } from '@jest/globals';
import { loadConfig } from '@sixpence/config/load';
import { converterConfigSchema } from './config.js';

const least = {
  NATS_URL: 'nats://localhost:4222',
  CORE_URL: 'http://localhost:3000',
  SERVICE_TOKEN: '8f4e21c07b9a3d65e0f1a2b3c4d59687',
};
const reading = (changes: object) => () => loadConfig(converterConfigSchema, { ...least, ...changes });

describe("the converter's environment", () => {
  test('needs the addresses of core and NATS and a token; the fence defaults to our own', () => {
    expect(reading({})()).toMatchObject({
      ...{ FENCE: 'own', QPDF: 'qpdf', CONVERSION_SECONDS: 60, LOG_LEVEL: 'info' },
      ...{ SOFFICE: '/usr/lib/libreoffice/program/soffice.bin', OFFICE_PYTHON: '/usr/bin/python3' },
    });
  });

  test('may set numbers to their minimum and their maximum', () => {
    const chosen = {
      FENCE: 'container',
      CONVERSION_SECONDS: '1',
      DOCUMENTS_AT_ONCE: '1',
      OFFICE_FORMS: '/f',
    };
    expect(reading(chosen)()).toMatchObject({ ...chosen, CONVERSION_SECONDS: 1, DOCUMENTS_AT_ONCE: 1 });
    expect(reading({ CONVERSION_SECONDS: '60' })()).toMatchObject({ CONVERSION_SECONDS: 60 });
  });

  test.each([
    ['CORE_URL', 'http://core.example:3000'],
    ['CORE_URL', ''],
    ['SERVICE_TOKEN', 'x'],
    ['SERVICE_TOKEN', 'a'.repeat(64)],
    ['SERVICE_TOKEN', ''],
    ['NATS_URL', ''],
    ['FENCE', 'none'],
    ['CONVERSION_SECONDS', '0'],
    ['CONVERSION_SECONDS', '61'],
    ['DOCUMENTS_AT_ONCE', '0'],
    ['DOCUMENTS_AT_ONCE', '1.5'],
    ['LOG_LEVEL', 'loud'],
  ])('is refused when %s is %j, and the error names the variable', (name, value) => {
    expect(reading({ [name]: value })).toThrow(`${name}: `);
  });
});
