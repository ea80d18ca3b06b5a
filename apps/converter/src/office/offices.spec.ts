import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Bounds } from '../fence/bounds.js';
import { limits } from '../limits.js';
import { NoOffice } from './no-office.js';
import { Offices } from './offices.js';

const logger = pino({ level: 'silent' });

test('a LibreOffice that does not start is no fault of the document', async () => {
  const offices = await Offices.open({ soffice: '/bin/false', python: '/usr/bin/python3', logger });
  const bounds = new Bounds(limits, logger);
  try {
    const converted = offices?.convert({ type: 'office', filter: 'writer8' }, Buffer.from('PK'), bounds);
    await expect(converted).rejects.toBeInstanceOf(NoOffice);
  } finally {
    bounds.end();
    await offices?.close();
  }
});
