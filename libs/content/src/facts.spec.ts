import { expect, test } from '@jest/globals';
import { facts } from './facts.js';

test('each figure of the service has these words on the pages', () => {
  expect(facts).toEqual({
    documentLife: '72 hours',
    codeLife: '5 minutes',
    emailCodeLife: '10 minutes',
    panelIdle: '60 seconds',
    stall: '10 minutes',
    hold: '24 hours',
    session: '30 days',
    addressChange: '72 hours',
    enquiry: '12 months',
    fileSize: '50 MB',
    allFiles: '500 MB',
    pages: '500 pages',
    documents: '100 documents',
  });
});
