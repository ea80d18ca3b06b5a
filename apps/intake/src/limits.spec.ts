import { expect, test } from '@jest/globals';
import { documentLimits } from '@sixpence/contracts/limits';
import { limits } from './limits.js';

test('the limits of the intake are as documented', () => {
  expect(limits).toEqual({
    mailBytes: documentLimits.fileBytes,
    connections: 50,
    connectionsOfANetwork: 5,
    spoolBytes: 524_288_000,
    mailsAtOnce: 10,
    silentMs: 60_000,
    beginMs: 60_000,
    conversationMs: 900_000,
    paceMs: 20_000,
    paceBytes: 40_960,
    answerMs: 60_000,
    senderCheckMs: 5_000,
    takeApartMs: 20_000,
    dnsMs: 10_000,
    dnsQueries: 100,
    parts: 100,
    levels: 10,
    headBytes: 262_144,
    headLines: 4_000,
    fieldBytes: 65_536,
    signatures: 10,
    lineBytes: 1_048_576,
    textCharacters: 5_000_000,
    received: 50,
  });
});
