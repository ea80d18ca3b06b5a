import { jest } from '@jest/globals';

// A machine that runs several suites at once is slow now and then; what hangs still ends. Every wait of its own that a
// test has (`eventually`, `until`) is shorter, so that it is the wait that fails, and says what it waited for.
jest.setTimeout(300_000);
