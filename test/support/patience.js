import { jest } from '@jest/globals';

// A machine that runs several suites at once is slow now and then; what hangs still ends.
jest.setTimeout(60_000);
