import { describe, expect, test } from '@jest/globals';
import { aListing } from '../testing/builders.js';
import { nextPanelState, type PanelEvent, type PanelState } from './panel-state.js';

const listing = aListing();
const newer = aListing({ panelSessionId: listing.panelSessionId, processing: 1 });
const person = { requestId: 'request', panelSessionId: listing.panelSessionId };
const stranger = { requestId: 'other', panelSessionId: 'other' };
const refusal = { code: 'code.wrong' } as const;

const attract: PanelState = { screen: 'attract' };
const keypad: PanelState = { screen: 'keypad', checking: null };
const checking: PanelState = { screen: 'keypad', checking: 'request' };
const scanning: PanelState = { screen: 'pairing', requestId: 'request', code: null };
const shown: PanelState = { ...scanning, code: { digits: '471902', until: 120_000 } };
const overdue: PanelState = { ...scanning, refused: { code: 'pairing.ended' } };
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

describe("a person's way through the panel", () => {
  test.each<[string, PanelState, PanelEvent, PanelState]>([
    ['the pink button brings the keypad', attract, begun, keypad],
    ['LOGIN waits for core', keypad, asked, checking],
    ['a wrong code says so on the keypad', checking, refused, { ...keypad, refused: refusal }],
    ['a good code brings the documents', checking, listed, documents],
    ['Scan instead waits for core', keypad, scan, scanning],
    ['core’s digits are shown', scanning, coded, shown],
    ['somebody who gives them brings their documents', shown, listed, documents],
    ['the way back leads to the keypad', shown, begun, keypad],
    [
      'digits that are over say so',
      shown,
      { type: 'refused', about: 'request', refusal: { code: 'pairing.ended' } },
      overdue,
    ],
    [
      'and others can be asked for',
      overdue,
      { type: 'scanning', requestId: 'next' },
      { ...scanning, requestId: 'next' },
    ],
    ['Home at the QR code leads away', shown, left, attract],
    ['an ended session closes its QR code', shown, ended, attract],
    ['after a restart a held release brings the printing back there too', scanning, held, printing],
    ['PRINT waits for core', documents, pressed, releasing],
    ['a refused PRINT stays with the documents', releasing, refusedPrint, { ...documents, refused: refusal }],
    [
      'a code that is no code says so at once',
      keypad,
      { type: 'refused', about: null, refusal },
      { ...keypad, refused: refusal },
    ],
    ['held money brings the printing', releasing, held, printing],
    ['the last page brings the end', printing, finished, done],
    ['more documents come from the end', done, listed, documents],
    ['Home while printing leaves, and the current job goes on', printing, left, leaving],
    [
      'more documents without an open session begin at the keypad, which says so',
      { ...done, person: null },
      { type: 'wanted-more' },
      { ...keypad, refused: { code: 'panel-session.ended' } },
    ],
    [
      'more documents that do not come are told of at the end',
      done,
      { type: 'refused', about: null, refusal: unavailable },
      { ...done, refused: unavailable },
    ],
    ['asked for again, that is over', { ...done, refused: unavailable }, { type: 'wanted-more' }, done],
    ['Home at the end leads away', done, left, attract],
    ['Home at the documents leads away', documents, left, attract],
    ['Home at the keypad leads away', keypad, left, attract],
    ['an ended session closes the documents', documents, ended, attract],
    ['an ended session does not end its printing', printing, ended, { ...printing, person: null }],
    ['an ended session keeps the end readable', done, ended, { ...done, person: null }],
    ['after a restart a held release brings the printing back', checking, held, printing],
    ['after a restart it does so from the documents too', documents, held, printing],
    ['it does so when nobody is here yet', attract, held, printing],
    ['it does so at the empty keypad', keypad, held, printing],
    [
      'a new list comes while core is asked, and PRINT goes on waiting',
      { ...releasing, refused: refusal },
      { type: 'listed', person, listing: newer },
      { ...releasing, refused: refusal, listing: newer },
    ],
  ])('%s', (_, state, event, next) => {
    expect(nextPanelState(state, event)).toEqual(next);
  });
});

describe('what comes late or twice changes nothing', () => {
  test.each<[string, PanelState, PanelEvent]>([
    ['a listing on a screen its person has left', attract, listed],
    ['a listing while another code is checked', { screen: 'keypad', checking: 'other' }, listed],
    ["a stranger's listing at the documents", documents, { type: 'listed', person: stranger, listing }],
    ["a stranger's listing at the end", done, { type: 'listed', person: stranger, listing }],
    [
      "somebody else's release at the documents",
      documents,
      { type: 'held', releaseId: 'r', person: stranger },
    ],
    ['the same digits once more', shown, coded],
    ['digits on a screen their person has left', attract, coded],
    ['digits of an earlier request', { ...scanning, requestId: 'other' }, coded],
    ['a listing of an earlier request', { ...scanning, requestId: 'other' }, listed],
    ['Scan instead while a code is checked', checking, scan],
    ['Scan instead while digits are shown', shown, { type: 'scanning', requestId: 'second' }],
    ['Scan instead at the documents', documents, scan],
    ["a stranger's release at a QR code", shown, { type: 'held', releaseId: 'r', person: stranger }],
    ["an earlier person's refused code at a QR code", { ...scanning, requestId: 'other' }, refused],
    ["the end of an earlier person's session at a QR code", shown, strangerEnded],
    ['a second LOGIN', checking, { type: 'asked', requestId: 'second' }],
    ['a second PRINT', releasing, { type: 'pressed', releaseId: 'second' }],
    ['the pink button in the middle', documents, begun],
    ['Print more while the session is open', done, { type: 'wanted-more' }],
    ['Print more on a screen its person has left', attract, { type: 'wanted-more' }],
    ["another release's end", printing, { type: 'finished', releaseId: 'other' }],
    ['a refusal after everybody left', attract, refused],
    ["an earlier person's refused PRINT while a code is checked", checking, refusedPrint],
    ["an earlier person's refused code at the documents", documents, refused],
    ["the end of an earlier person's session while a code is checked", checking, strangerEnded],
    ["the end of an earlier person's session at the empty keypad", keypad, strangerEnded],
    ["the end of an earlier person's session at the documents", documents, strangerEnded],
    ["the end of an earlier person's session while it prints", printing, strangerEnded],
    ["the end of an earlier person's session at the end", done, strangerEnded],
    ['a release while another code is checked', { screen: 'keypad', checking: 'other' }, held],
    ['a refusal at the end that is about somebody’s request', done, refused],
    ['a refusal about nothing while core is asked', releasing, { type: 'refused', about: null, refusal }],
    ['the end of a release that is over', done, finished],
  ])('%s', (_, state, event) => {
    expect(nextPanelState(state, event)).toBe(state);
  });
});
