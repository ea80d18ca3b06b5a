import { jest } from '@jest/globals';

// A machine that runs several suites is slow at times; a hanging test must still end. Every wait inside a
// test (`eventually`, `until`) has a shorter limit, so that the wait fails first and names what it waited
// for.
jest.setTimeout(300_000);
