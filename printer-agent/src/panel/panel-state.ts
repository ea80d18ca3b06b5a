import type { PanelListing } from '@sixpence/contracts/agent/gateway';
import type { RefusalCode } from '@sixpence/contracts/refusals';

/** The user at the panel: the request that redeemed the code, and the session that core opened for it. */
export interface PanelPerson {
  readonly requestId: string;
  readonly panelSessionId: string;
}

interface PanelRefusal {
  readonly code: RefusalCode;
  readonly retryAfterSeconds?: number | undefined;
}

/** The digits of QR sign-in, and when they expire: milliseconds since 1970. */
interface ShownCode {
  readonly digits: string;
  readonly until: number;
}

/** The state of one panel. Jobs are not in it: the view reads them from the journal. */
export type PanelState =
  | { readonly screen: 'attract' }
  /** `checking` is the id of the request that core has not answered. */
  | {
      readonly screen: 'keypad';
      readonly checking: string | null;
      readonly refused?: PanelRefusal | undefined;
    }
  /** `code` is null until core has answered, and when it refused. */
  | {
      readonly screen: 'pairing';
      readonly requestId: string;
      readonly code: ShownCode | null;
      readonly refused?: PanelRefusal | undefined;
    }
  | {
      readonly screen: 'documents';
      readonly person: PanelPerson;
      readonly listing: PanelListing;
      /** The release that core has not answered. */
      readonly releasing: string | null;
      readonly refused?: PanelRefusal | undefined;
    }
  /** `person` is null once the session has ended; the jobs go on. */
  | {
      readonly screen: 'printing';
      readonly person: PanelPerson | null;
      readonly releaseId: string;
      readonly leaving: boolean;
    }
  /** `refused` says why *Print more* failed. */
  | {
      readonly screen: 'done';
      readonly person: PanelPerson | null;
      readonly releaseId: string;
      readonly refused?: PanelRefusal | undefined;
    };

export type PanelEvent =
  | { readonly type: 'begun' }
  | { readonly type: 'asked'; readonly requestId: string }
  | { readonly type: 'scanning'; readonly requestId: string }
  | { readonly type: 'coded'; readonly requestId: string; readonly code: ShownCode }
  /** `about` is the request or release that was refused; null when it was refused before it had an id. */
  | { readonly type: 'refused'; readonly about: string | null; readonly refusal: PanelRefusal }
  | { readonly type: 'listed'; readonly person: PanelPerson; readonly listing: PanelListing }
  | { readonly type: 'pressed'; readonly releaseId: string }
  | { readonly type: 'held'; readonly releaseId: string; readonly person: PanelPerson }
  | { readonly type: 'wanted-more' }
  | { readonly type: 'left' }
  | { readonly type: 'finished'; readonly releaseId: string }
  | { readonly type: 'ended'; readonly requestId: string };

const attract: PanelState = { screen: 'attract' };

/**
 * The panel's next state. An event that does not fit the state changes nothing: answers come late, users
 * press twice, and a listing must not open on a screen that its user has left.
 */
export function nextPanelState(state: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case 'begun':
      return state.screen === 'attract' || state.screen === 'pairing'
        ? { screen: 'keypad', checking: null }
        : state;
    case 'asked':
      return state.screen === 'keypad' && state.checking === null
        ? { screen: 'keypad', checking: event.requestId }
        : state;
    case 'scanning':
      return mayScan(state) ? { screen: 'pairing', requestId: event.requestId, code: null } : state;
    case 'coded':
      return coded(state, event.requestId, event.code);
    case 'refused':
      return refused(state, event.about, event.refusal);
    case 'listed':
      return listed(state, event.person, event.listing);
    case 'pressed':
      return state.screen === 'documents' && state.releasing === null
        ? { ...state, releasing: event.releaseId, refused: undefined }
        : state;
    case 'held':
      return held(state, event.releaseId, event.person);
    case 'wanted-more':
      return wantedMore(state);
    case 'left':
      return state.screen === 'printing' ? { ...state, person: null, leaving: true } : attract;
    case 'finished':
      return state.screen === 'printing' && state.releaseId === event.releaseId
        ? { screen: 'done', person: state.person, releaseId: state.releaseId }
        : state;
    case 'ended':
      return afterSessionEnd(state, event.requestId);
  }
}

/** True where the user may ask for a QR code: at the keypad, or where core refused the last one. */
export function mayScan(state: PanelState): boolean {
  return (
    (state.screen === 'keypad' && state.checking === null) ||
    (state.screen === 'pairing' && state.refused !== undefined)
  );
}

/** Shows the digits of the request that waits for them; the same digits change nothing. */
function coded(state: PanelState, requestId: string, code: ShownCode): PanelState {
  if (state.screen !== 'pairing' || state.requestId !== requestId) return state;
  return state.code?.digits === code.digits ? state : { screen: 'pairing', requestId, code };
}

/** Shows a refusal to the user of that request. It is not shown after the user has left. */
function refused(state: PanelState, about: string | null, refusal: PanelRefusal): PanelState {
  if (state.screen === 'keypad' && state.checking === about) {
    return { screen: 'keypad', checking: null, refused: refusal };
  }
  if (state.screen === 'pairing' && state.requestId === about) {
    return { ...state, code: null, refused: refusal };
  }
  if (state.screen === 'documents' && state.releasing === about) {
    return { ...state, releasing: null, refused: refusal };
  }
  if (state.screen === 'done' && about === null) return { ...state, refused: refusal };
  return state;
}

/** Clears the refusal of an earlier *Print more*. If the session has ended, shows the keypad and says so. */
function wantedMore(state: PanelState): PanelState {
  if (state.screen !== 'done') return state;
  if (state.person) return state.refused ? { ...state, refused: undefined } : state;
  return { screen: 'keypad', checking: null, refused: { code: 'panel-session.ended' } };
}

/** Ends the session of one user. A late event leaves the next user's screen unchanged. */
function afterSessionEnd(state: PanelState, requestId: string): PanelState {
  if (state.screen === 'keypad') return state.checking === requestId ? attract : state;
  if (state.screen === 'pairing') return state.requestId === requestId ? attract : state;
  if (state.screen === 'attract' || state.person?.requestId !== requestId) return state;
  return state.screen === 'documents' ? attract : { ...state, person: null };
}

function listed(state: PanelState, person: PanelPerson, listing: PanelListing): PanelState {
  if (state.screen === 'documents' && isSame(state.person, person)) return { ...state, listing };
  const isAwaited =
    (state.screen === 'keypad' && state.checking === person.requestId) ||
    (state.screen === 'pairing' && state.requestId === person.requestId) ||
    (state.screen === 'done' && isSame(state.person, person));
  return isAwaited ? { screen: 'documents', person, listing, releasing: null } : state;
}

/**
 * Shows the printing to the user of the release. If the next user is at the panel already, the release prints
 * without a view.
 */
function held(state: PanelState, releaseId: string, person: PanelPerson): PanelState {
  const isTheirs =
    state.screen === 'attract' ||
    (state.screen === 'keypad' && (state.checking === null || state.checking === person.requestId)) ||
    (state.screen === 'pairing' && state.requestId === person.requestId) ||
    (state.screen === 'documents' && isSame(state.person, person));
  return isTheirs ? { screen: 'printing', person, releaseId, leaving: false } : state;
}

function isSame(one: PanelPerson | null, other: PanelPerson): boolean {
  return one?.panelSessionId === other.panelSessionId;
}
