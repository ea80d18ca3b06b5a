import { describe, expect, test } from '@jest/globals';
import { aListing } from '../testing/builders.js';
import { PanelConversation, type PanelConversationParts } from './panel-conversation.js';
import { nextPanelState, type PanelState } from './panel-state.js';

interface World {
  readonly state: PanelState;
  readonly accepting: boolean;
  /** Answers PRINT. */
  readonly press: (pressed: object) => Promise<object>;
  readonly list: () => Promise<object>;
  /** The journal’s write of a session. */
  readonly write: () => void;
}

/** A panel at its keypad, its requests to core, and its acts in the box. */
function aPanel(answer: () => Promise<object>, world: Partial<World> = {}) {
  const questions: { name: string; body: unknown }[] = [];
  const ask = (name: string, body: unknown) => {
    questions.push({ name, body });
    if (name === 'list' && world.list) return world.list();
    return name === 'redeem' || name === 'pair' ? answer() : Promise.resolve({ status: 'ok', body: {} });
  };
  const acts: [string, unknown][] = [];
  const note = (name: string) => (about: unknown) => void acts.push([name, about]);
  const nothing = () => undefined;
  const sessions = { storeRequest: world.write ?? nothing, storeOpened: nothing, endSession: note('ended') };
  const press = world.press ?? (() => Promise.reject(new Error('this test answers no release')));
  const releases = { press, abandon: note('abandon') };
  const report = () => ({ accepting: world.accepting ?? true });
  const parts = {
    printerId: 'printer',
    journal: { sessions },
    link: { askCore: ask, online: true },
    releases,
    report,
    validateAhead: note('validateAhead'),
    leaveRelease: note('leaveRelease'),
  };
  let state: PanelState = world.state ?? { screen: 'keypad', checking: null };
  const panel = new PanelConversation(parts as unknown as PanelConversationParts, {
    state: () => state,
    dispatch: (event) => (state = nextPanelState(state, event)),
  });
  const { link } = parts;
  return { panel, questions, acts, link, screen: () => state.screen, state: () => state };
}

test('a code whose answer was lost is retried with the same request id; another code gets another id', async () => {
  const { panel, questions } = aPanel(() => Promise.reject(new Error('the connection was cut')));
  for (const code of ['123456', '12 34 56', '654321', '123456']) {
    await expect(panel.login(code)).rejects.toThrow('the connection was cut');
  }
  const ids = questions.map(({ body }) => (body as { requestId: string }).requestId);
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(3);
});

test('a session opened after the user left is ended at once', async () => {
  const listing = aListing();
  let answer: (redeemed: object) => void = () => undefined;
  const { panel, questions, screen } = aPanel(() => new Promise((resolve) => (answer = resolve)));

  const login = panel.login('123456');
  await panel.goHome();
  answer({ status: 'ok', body: listing });
  await login;
  expect(screen()).toBe('attract');
  expect(questions.slice(1)).toEqual([
    { name: 'end-session', body: { panelSessionId: listing.panelSessionId } },
  ]);
});

test('digits that core gives after the user left are revoked at once', async () => {
  let answer: (drawn: object) => void = () => undefined;
  const { panel, questions, screen } = aPanel(() => new Promise((resolve) => (answer = resolve)));

  const scan = panel.scan();
  await panel.goHome();
  const before = questions.length;
  answer({ status: 'ok', body: { status: 'waiting', code: '471902', secondsLeft: 120 } });
  await scan;
  expect(screen()).toBe('attract');
  const { requestId } = questions[0]!.body as { requestId: string };
  expect(questions.slice(before)).toEqual([{ name: 'unpair', body: { requestId } }]);
});

test('a press with more copies in all than a press may have is not sent to core', async () => {
  const [document] = aListing().documents;
  const documents = [document!, { ...document!, documentId: crypto.randomUUID() }];
  const listing = aListing({ documents, mostCopies: 99 });
  const { panel, state } = aPanel(() => Promise.resolve({ status: 'ok', body: listing }));
  await panel.login('123456');
  const ids = documents.map(({ documentId }) => documentId);
  await panel.print({ documentIds: ids, copies: { [ids[0]!]: 99, [ids[1]!]: 2 } });
  expect(state()).toMatchObject({ screen: 'documents', releasing: null, refused: { code: 'quote.changed' } });
});

test.each([
  ['as it was shown', 0, 'sent to core'],
  ['dearer than it was shown', 1, 'quote.changed'],
  ['cheaper than it was shown', -1, 'quote.changed'],
])('PRINT for a list that is %s (price change: %i pence): %s', async (_, more, outcome) => {
  const listing = aListing({ mostCopies: 9 });
  const [document] = listing.documents;
  const { panel, state } = aPanel(() => Promise.resolve({ status: 'ok', body: listing }));
  await panel.login('123456');
  const { documentId, price } = document!;
  const pressed = panel.print({
    documentIds: [documentId],
    copies: { [documentId]: 2 },
    totalMinor: 2 * price.minor - more,
  });
  if (outcome === 'sent to core') await expect(pressed).rejects.toThrow('this test answers no release');
  else {
    await pressed;
    expect(state()).toMatchObject({ screen: 'documents', releasing: null, refused: { code: outcome } });
  }
});

test.each([
  ['to a core that names no maximum', undefined, 2],
  ['if they are more than core takes', 99, 100],
])('copies are not sent %s', async (_, mostCopies, count) => {
  const listing = aListing({ mostCopies });
  const id = listing.documents[0]?.documentId ?? '';
  const { panel, state } = aPanel(() => Promise.resolve({ status: 'ok', body: listing }));
  await panel.login('123456');
  await panel.print({ documentIds: [id], copies: { [id]: count } });
  expect(state()).toMatchObject({ screen: 'documents', releasing: null, refused: { code: 'quote.changed' } });
});

describe('PRINT', () => {
  const [document] = aListing().documents;
  const documents = [15, 30, 45].map((minor, index) => ({
    ...document!,
    documentId: crypto.randomUUID(),
    revision: index + 1,
    price: { minor, currency: 'GBP' as const },
  }));
  const listing = aListing({ documents });
  const [first, , third] = documents;

  /** A panel that shows three documents. */
  async function aPanelWith(world: Partial<World> = {}) {
    const panel = aPanel(() => Promise.resolve({ status: 'ok', body: listing }), world);
    await panel.panel.login('123456');
    return panel;
  }

  test('asks for the chosen documents alone, each with its price and its copies', async () => {
    const pressed: object[] = [];
    const press = (release: object) => {
      pressed.push(release);
      return Promise.resolve({ status: 'ok', body: {} });
    };
    const { panel, acts, state, questions } = await aPanelWith({ press });
    const [requestId] = questions.map(({ body }) => (body as { requestId: string }).requestId);
    const documentIds = [third!.documentId, first!.documentId];
    await panel.print({ documentIds, copies: { [third!.documentId]: 2 }, totalMinor: 105 });
    const questionOf = ({ documentId, revision, side, isColor, price }: typeof first & object) => ({
      ...{ documentId, revision, side, isColor },
      quotedMinor: price.minor,
    });
    const question = {
      releaseId: expect.any(String),
      panelSessionId: listing.panelSessionId,
      documents: [questionOf(first!), { ...questionOf(third!), copies: 2 }],
    };
    expect(pressed).toEqual([{ printerId: 'printer', requestId, question }]);
    expect(acts).toEqual([['validateAhead', question]]);
    expect(state()).toMatchObject({ screen: 'documents', releasing: expect.any(String) });
    await panel.print({ documentIds });
    expect(pressed).toHaveLength(1);
  });

  test.each([
    ['core is away', false, true, [], 'service.unavailable'],
    ['the printer accepts no jobs', true, false, [], 'printer.busy'],
    ['a document is not listed', true, true, [crypto.randomUUID()], 'quote.changed'],
  ])('is refused without a question when %s', async (_, online, accepting, more, code) => {
    const { panel, link, state } = await aPanelWith({ accepting });
    link.online = online;
    await panel.print({ documentIds: [first!.documentId, ...more] });
    expect(state()).toMatchObject({ screen: 'documents', releasing: null, refused: { code } });
  });

  test('counts a document only once if the page names it twice', async () => {
    const { panel } = await aPanelWith();
    const twice = [first!.documentId, first!.documentId];
    await expect(panel.print({ documentIds: twice })).rejects.toThrow('this test answers no release');
  });

  test.each([
    [100, 'this test answers no release'],
    [101, undefined],
  ])('takes a hundred copies in all, and no more: %i', async (copies, failure) => {
    const { panel } = await aPanelWith();
    const [one, other] = [first!.documentId, third!.documentId];
    const pressed = panel.print({ documentIds: [one, other], copies: { [one]: 99, [other]: copies - 99 } });
    if (failure) await expect(pressed).rejects.toThrow(failure);
    else await expect(pressed).resolves.toBeUndefined();
  });

  test('that could not be written is refused, and the documents stay', async () => {
    const { panel, state } = await aPanelWith();
    await expect(panel.print({ documentIds: [first!.documentId] })).rejects.toThrow('no release');
    expect(state()).toMatchObject({ releasing: null, refused: { code: 'service.unavailable' } });
  });

  test.each([
    ['quote.changed', 'documents', ['redeem', 'list']],
    ['panel-session.ended', 'attract', ['redeem']],
  ])('that core refuses with %s leads to the screen `%s`', async (code, screen, names) => {
    const press = () => Promise.resolve({ status: 'refused', code, message: '' });
    const list = () => Promise.resolve({ status: 'ok', body: listing });
    const panel = await aPanelWith({ press, list });
    await panel.panel.print({ documentIds: [first!.documentId] });
    expect([panel.screen(), panel.questions.map(({ name }) => name)]).toEqual([screen, names]);
    expect(panel.acts.map(([name]) => name)).toEqual([
      'validateAhead',
      ...(screen === 'attract' ? ['ended'] : []),
    ]);
  });

  test('that core has not answered is abandoned at Home, and the session ends', async () => {
    const { panel, acts, questions, state } = await aPanelWith({ press: () => new Promise(() => undefined) });
    void panel.print({ documentIds: [first!.documentId] });
    const { releasing } = state() as { releasing: string };
    await panel.goHome();
    expect(acts.map(([name]) => name)).toEqual(['validateAhead', 'abandon', 'ended']);
    expect(acts[1]).toEqual(['abandon', releasing]);
    expect(questions.at(-1)?.name).toBe('end-session');
  });

  test('that was not pressed is not abandoned at Home', async () => {
    const { panel, acts } = await aPanelWith();
    await panel.goHome();
    expect(acts.map(([name]) => name)).toEqual(['ended']);
  });
});

describe('Home', () => {
  const person = { requestId: 'request', panelSessionId: 'session' };

  test('while a release is printed gives its waiting jobs back, and ends the session', async () => {
    const state = { screen: 'printing', person, releaseId: 'release', leaving: false } as const;
    const { panel, acts, questions, state: after } = aPanel(() => Promise.reject(new Error()), { state });
    await panel.goHome();
    expect(acts[0]).toEqual(['leaveRelease', 'release']);
    expect(questions).toEqual([{ name: 'end-session', body: { panelSessionId: 'session' } }]);
    expect(after()).toMatchObject({ screen: 'printing', person: null, leaving: true });
  });

  test('without a session asks core for nothing', async () => {
    const { panel, questions, screen } = aPanel(() => Promise.reject(new Error()));
    await panel.goHome();
    expect([screen(), questions]).toEqual(['attract', []]);
  });
});

describe('Print more', () => {
  const person = { requestId: 'request', panelSessionId: 'session' };
  const state = { screen: 'done', person, releaseId: 'release' } as const;
  const noAnswer = () => Promise.reject(new Error());

  test('that core does not answer says so, and works at the next touch', async () => {
    let isAway = true;
    const list = () =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve({ status: 'ok', body: aListing() });
    const { panel, state: after } = aPanel(noAnswer, { state, list });
    await expect(panel.more()).rejects.toThrow('away');
    expect(after()).toMatchObject({ screen: 'done', refused: { code: 'service.unavailable' } });
    isAway = false;
    await panel.more();
    expect(after()).toMatchObject({ screen: 'documents', person });
  });

  test.each([
    ['panel-session.ended', 'keypad', ['ended']],
    ['service.unavailable', 'done', []],
  ])('that core refuses with %s leads to the screen `%s`', async (code, screen, acts) => {
    const list = () => Promise.resolve({ status: 'refused', code, message: '' });
    const panel = aPanel(noAnswer, { state, list });
    await panel.panel.more();
    expect([panel.screen(), panel.acts.map(([name]) => name)]).toEqual([screen, acts]);
  });
});

describe('a session that the journal cannot write', () => {
  const write = () => {
    throw new Error('disk full');
  };

  test.each(['login', 'scan'] as const)('is not requested from core (%s)', async (how) => {
    const { panel, questions, state } = aPanel(() => Promise.reject(new Error()), { write });
    await expect(how === 'login' ? panel.login('123456') : panel.scan()).rejects.toThrow('disk full');
    expect(questions).toEqual([]);
    expect(state()).toMatchObject({ refused: { code: 'service.unavailable' } });
  });
});

test.each(['12345', '1234567', '12345a', ''])('the code %j is not sent to core', async (code) => {
  const { panel, questions, state } = aPanel(() => Promise.reject(new Error()));
  await panel.login(code);
  expect([questions, state()]).toMatchObject([[], { refused: { code: 'code.malformed' } }]);
});

test.each(['login', 'scan'] as const)('nothing is asked while core is away (%s)', async (how) => {
  const { panel, questions, link, state } = aPanel(() => Promise.reject(new Error()));
  link.online = false;
  await (how === 'login' ? panel.login('123456') : panel.scan());
  expect([questions, state()]).toMatchObject([
    [],
    { screen: 'keypad', refused: { code: 'service.unavailable' } },
  ]);
});

test('core is asked about a code once, although it is typed twice', async () => {
  const { panel, questions } = aPanel(() => new Promise(() => undefined));
  void panel.login('123456');
  await panel.login('123456');
  expect(questions).toHaveLength(1);
});

test.each([
  ['the digits of this panel', 'pair', 'request'],
  ['digits that this panel no longer shows', 'unpair', 'another'],
])('a notice that a user has entered %s leads to the question `%s`', async (_, question, requestId) => {
  const state = { screen: 'pairing', requestId: 'request', code: null } as const;
  const { panel, questions } = aPanel(
    () => Promise.resolve({ status: 'ok', body: { status: 'paired', listing: aListing() } }),
    { state },
  );
  await panel.handlePaired(requestId);
  expect(questions[0]).toMatchObject({ name: question, body: { requestId } });
});

test('a late notice about the open session revokes nothing', async () => {
  const person = { requestId: 'request', panelSessionId: 'session' };
  const state = { screen: 'documents', person, listing: aListing(), releasing: null } as const;
  const { panel, questions } = aPanel(() => Promise.reject(new Error()), { state });
  await panel.handlePaired('request');
  expect(questions).toEqual([]);
});

test('the keypad replaces the digits, which are revoked', async () => {
  const state = { screen: 'pairing', requestId: 'request', code: null } as const;
  const { panel, questions, screen } = aPanel(() => Promise.reject(new Error()), { state });
  await panel.openKeypad();
  expect([screen(), questions]).toEqual(['keypad', [{ name: 'unpair', body: { requestId: 'request' } }]]);
});
