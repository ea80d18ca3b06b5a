import { expect, test } from '@jest/globals';
import { lifeSeconds } from './lifetimes.js';

const unitSeconds: Record<string, number> = { s: 1, min: 60, h: 3_600, d: 86_400 };

/** Help articles, the privacy statement, and the operator's guide promise some of these. */
test.each([
  ['30 s', 'panelIdleGrace'],
  ['1 min', 'panelIdle agentSight'],
  ['2 min', 'pairingCode mailAnswerWait'],
  ['5 min', 'storageAddress sessionSight lostWork printCode'],
  ['10 min', 'freshSignIn emailCode socialState panelSession stall'],
  ['15 min', 'wrongAnswer jobDocument printerBack'],
  ['30 min', 'silentConverters unprovenPerson'],
  ['1 h', 'awaitedUpload staged accountQuestion'],
  ['6 h', 'conversion'],
  ['1 d', 'countedEmailCode usedSocialState invite panelLink deadCode hold listedJob listedRefund mail'],
  ['3 d', 'document addressChange takenMail'],
  ['7 d', 'newcomer givenUpMail fact'],
  ['30 d', 'session'],
  ['90 d', 'ownSite parkedMessage'],
  ['365 d', 'device reusablePanelLink enquiry printReport'],
])('%s is the lifetime of %s', (life, names) => {
  const [number, unit = ''] = life.split(' ');
  const seconds = Number(number) * unitSeconds[unit]!;
  const matching = Object.entries(lifeSeconds).filter(([, value]) => value === seconds);
  expect(matching.map(([name]) => name)).toEqual(names.split(' '));
});

test('a lifetime that must cover another is at least as long', () => {
  expect(lifeSeconds.fact).toBeGreaterThan(lifeSeconds.document);
  expect(lifeSeconds.countedEmailCode).toBeGreaterThan(lifeSeconds.emailCode);
  expect(lifeSeconds.usedSocialState).toBeGreaterThan(lifeSeconds.socialState);
  expect(lifeSeconds.takenMail).toBe(lifeSeconds.document);
  expect(lifeSeconds.panelSession).toBeGreaterThan(lifeSeconds.panelIdle + lifeSeconds.panelIdleGrace);
});
