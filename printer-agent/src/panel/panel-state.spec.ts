import { describe, expect, test } from '@jest/globals';
import { aListing } from '../testing/builders.js';
import { nextPanelState, type PanelEvent, type PanelState } from './panel-state.js';

const listing = aListing();
const newerListing = aListing({ panelSessionId: listing.panelSessionId, processing: 1 });
const person = { requestId: 'request', panelSessionId: listing.panelSessionId };
const stranger = { requestId: 'other', panelSessionId: 'other' };
const refusal = { code: 'code.wrong' } as const;

const attract: PanelState = { screen: 'attract' };
const keypad: PanelState = { screen: 'keypad', checking: null };
const checking: PanelState = { screen: 'keypad', checking: 'request' };
const scanning: PanelState = { screen: 'pairing', requestId: 'request', code: null };
const digitsShown: PanelState = { ...scanning, code: { digits: '471902', until: 120_000 } };
const digitsExpired: PanelState = { ...scanning, refused: { code: 'pairing.ended' } };
const documents: PanelState = { screen: 'documents', person, listing, releasing: null };
const releasing: PanelState = { ...documents, releasing: 'release' };
const printing: PanelState = { screen: 'printing', person, releaseId: 'release', leaving: false };
const leaving: PanelState = { ...printing, person: null, leaving: true };
const unavailable = { code: 'service.unavailable' } as const;
const done: PanelState = { screen: 'done', person, releaseId: 'release' };

const begun: PanelEvent = { type: 'begun' };
const asked: PanelEvent = { type: 'asked', requestId: 'request' };
const scan: PanelEvent = { type: 'scanning', requestId: 'request' };
const coded: PanelEvent = { type: 'coded', requestId: 'request', code: { digits: '471902', until: 120_000 } };
const refused: PanelEvent = { type: 'refused', about: 'request', refusal };
const refusedPrint: PanelEvent = { type: 'refused', about: 'release', refusal };
const listed: PanelEvent = { type: 'listed', person, listing };
const pressed: PanelEvent = { type: 'pressed', releaseId: 'release' };
const held: PanelEvent = { type: 'held', releaseId: 'release', person };
const left: PanelEvent = { type: 'left' };
const finished: PanelEvent = { type: 'finished', releaseId: 'release' };
const ended: PanelEvent = { type: 'ended', requestId: 'request' };
const strangerEnded: PanelEvent = { type: 'ended', requestId: 'other' };

describe('the transitions of a panel', () => {
  test.each<[string, PanelState, PanelEvent, PanelState]>([
    ['the first touch opens the keypad', attract, begun, keypad],
    ['LOGIN waits for core', keypad, asked, checking],
    ['a wrong code says so on the keypad', checking, refused, { ...keypad, refused: refusal }],
    ['a good code opens the documents', checking, listed, documents],
    ['Scan instead waits for core', keypad, scan, scanning],
    ['core’s digits are shown', scanning, coded, digitsShown],
    ['a user who enters the digits opens their documents', digitsShown, listed, documents],
    ['Type a code instead opens the keypad', digitsShown, begun, keypad],
    [
      'expired digits show a message',
      digitsShown,
      { type: 'refused', about: 'request', refusal: { code: 'pairing.ended' } },
      digitsExpired,
    ],
    [
      'new digits can be requested after expired ones',
      digitsExpired,
      { type: 'scanning', requestId: 'next' },
      { ...scanning, requestId: 'next' },
    ],
    ['Home at the QR code opens the first screen', digitsShown, left, attract],
    ['an ended session closes its QR code', digitsShown, ended, attract],
    ['after a restart a held release opens the printing from the QR code', scanning, held, printing],
    ['PRINT waits for core', documents, pressed, releasing],
    ['a refused PRINT stays with the documents', releasing, refusedPrint, { ...documents, refused: refusal }],
    [
      'a malformed code shows a message at once',
      keypad,
      { type: 'refused', about: null, refusal },
      { ...keypad, refused: refusal },
    ],
    ['a held release opens the printing', releasing, held, printing],
    ['the end of a release opens the last screen', printing, finished, done],
    ['Print more at the last screen opens the documents', done, listed, documents],
    ['Home while printing ends the session, and the current job continues', printing, left, leaving],
    [
      'Print more without an open session opens the keypad with a message',
      { ...done, person: null },
      { type: 'wanted-more' },
      { ...keypad, refused: { code: 'panel-session.ended' } },
    ],
    [
      'Print more that fails shows a message on the last screen',
      done,
      { type: 'refused', about: null, refusal: unavailable },
      { ...done, refused: unavailable },
    ],
    ['Print more again clears the message', { ...done, refused: unavailable }, { type: 'wanted-more' }, done],
    ['Home at the last screen opens the first screen', done, left, attract],
    ['Home at the documents opens the first screen', documents, left, attract],
    ['Home at the keypad opens the first screen', keypad, left, attract],
    ['an ended session closes the documents', documents, ended, attract],
    ['an ended session does not end its printing', printing, ended, { ...printing, person: null }],
    ['an ended session does not close the last screen', done, ended, { ...done, person: null }],
    ['after a restart a held release opens the printing from a checked code', checking, held, printing],
    ['after a restart a held release opens the printing from the documents', documents, held, printing],
    ['a held release opens the printing from the first screen', attract, held, printing],
    ['a held release opens the printing from the empty keypad', keypad, held, printing],
    [
      'a new list during PRINT is shown, and PRINT keeps waiting',
      { ...releasing, refused: refusal },
      { type: 'listed', person, listing: newerListing },
      { ...releasing, refused: refusal, listing: newerListing },
    ],
  ])('%s', (_, state, event, next) => {
    expect(nextPanelState(state, event)).toEqual(next);
  });
});

describe('late or repeated events change nothing:', () => {
  test.each<[string, PanelState, PanelEvent]>([
    ['a listing on a screen its person has left', attract, listed],
    ['a listing while another code is checked', { screen: 'keypad', checking: 'other' }, listed],
    ["a stranger's listing at the documents", documents, { type: 'listed', person: stranger, listing }],
    ["a stranger's listing at the end", done, { type: 'listed', person: stranger, listing }],
    ["a stranger's release at the documents", documents, { type: 'held', releaseId: 'r', person: stranger }],
    ['the same digits once more', digitsShown, coded],
    ['digits on a screen their person has left', attract, coded],
    ['digits of an earlier request', { ...scanning, requestId: 'other' }, coded],
    ['a listing of an earlier request', { ...scanning, requestId: 'other' }, listed],
    ['Scan instead while a code is checked', checking, scan],
    ['Scan instead while digits are shown', digitsShown, { type: 'scanning', requestId: 'second' }],
    ['Scan instead at the documents', documents, scan],
    ["a stranger's release at a QR code", digitsShown, { type: 'held', releaseId: 'r', person: stranger }],
    ["an earlier person's refused code at a QR code", { ...scanning, requestId: 'other' }, refused],
    ["the end of an earlier person's session at a QR code", digitsShown, strangerEnded],
    ['a second LOGIN', checking, { type: 'asked', requestId: 'second' }],
    ['a second PRINT', releasing, { type: 'pressed', releaseId: 'second' }],
    ['a first touch at the documents', documents, begun],
    ['Print more while the session is open', done, { type: 'wanted-more' }],
    ['Print more on a screen its person has left', attract, { type: 'wanted-more' }],
    ["another release's end", printing, { type: 'finished', releaseId: 'other' }],
    ['a refusal at the first screen', attract, refused],
    ["an earlier person's refused PRINT while a code is checked", checking, refusedPrint],
    ["an earlier person's refused code at the documents", documents, refused],
    ["the end of an earlier person's session while a code is checked", checking, strangerEnded],
    ["the end of an earlier person's session at the empty keypad", keypad, strangerEnded],
    ["the end of an earlier person's session at the documents", documents, strangerEnded],
    ["the end of an earlier person's session while it prints", printing, strangerEnded],
    ["the end of an earlier person's session at the end", done, strangerEnded],
    ['a release while another code is checked', { screen: 'keypad', checking: 'other' }, held],
    ['a refusal at the last screen about an earlier request', done, refused],
    ['a refusal about nothing while core is asked', releasing, { type: 'refused', about: null, refusal }],
    ['the end of a finished release', done, finished],
  ])('%s', (_, state, event) => {
    expect(nextPanelState(state, event)).toBe(state);
  });
});
