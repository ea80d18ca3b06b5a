import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { emailPattern } from '../email-address.js';
import { emailSchema } from './accounts.js';
import { addressOf, type Budget, type Call } from './call.js';
import { allCalls, calls, type CallName } from './calls.js';

describe.each(allCalls)('$name', (call) => {
  test('has a valid example if it has a request', () => {
    expect(call.example !== undefined).toBe(call.request !== undefined);
    if (call.request) expect(call.request.safeParse(call.example).error).toBeUndefined();
  });

  test('has a budget per user or network where its proof requires one', () => {
    expect(call.budget?.person !== undefined || call.proof !== 'session').toBe(true);
    expect(call.budget?.network !== undefined || call.proof !== 'invite').toBe(true);
  });
});

const namesWhere = (test: (call: Call) => boolean) => allCalls.filter(test).map(({ name }) => name);
const words = (text: string) => text.trim().split(/\s+/);

/**
 * Each property that few calls have, and the calls that have it. A further call has to be added here, so that
 * it does not get the property by mistake.
 */
test.each<[string, Partial<Call>, string]>([
  [
    'open to visitors',
    { proof: 'none' },
    `
    validateSession emailLogin signupCode emailSignup resetCode resetConfirm codeMail logoutSession addressStop
    socialState googleCallback googleCallbackForm microsoftCallback microsoftCallbackForm appleCallback
    appleCallbackForm socialPending socialCode socialConfirm contact brochureRequest chat chatFrame articleVote
    walletDomain getUserLocation seller healthz readyz openapi
    `,
  ],
  ['for converters', { proof: 'service token' }, 'prepareConversion'],
  ['for the intake', { proof: 'intake token' }, 'mailSender beginMail endMail'],
  [
    'for holders of a signed address',
    { proof: 'signed address' },
    'readSource sendConverted sendFile jobDocument documentPicture',
  ],
  ['for the payment provider', { proof: 'signed body' }, 'stripeWebhook'],
  ['for a box with an invite', { proof: 'invite' }, 'enrolAgent'],
  [
    'open to pages of other sites',
    { fromAnyOrigin: true },
    'googleCallbackForm microsoftCallbackForm appleCallbackForm stripeWebhook',
  ],
  ['cacheable by browsers', { cacheable: true }, 'documentPage'],
  ['never queued', { quick: true }, 'validateSession'],
  [
    'queued for another service',
    { asksProvider: true },
    `
    socialState googleCallback googleCallbackForm microsoftCallback microsoftCallbackForm appleCallback
    appleCallbackForm stripePaymentIntent stripeValidatePayment refundToCard
    `,
  ],
  ['refused with 403 without a session', { withoutSession: 403 }, 'qrPanel qrAuth'],
  ['sent as a form', { body: 'form' }, 'googleCallbackForm microsoftCallbackForm appleCallbackForm'],
  ['sent as raw bytes', { body: 'raw' }, 'stripeWebhook'],
  ['sent as a file', { body: 'file' }, 'sendConverted sendFile'],
  ['refused as an unknown document', { malformed: 'document.unknown' }, 'fetchFileMetadata documentPage'],
  ['refused as a wrong signature', { malformed: 'storage.signature' }, 'readSource sendConverted sendFile'],
])('the calls that are %s are only those listed here', (_, property, names) => {
  expect(
    namesWhere((call) => Object.entries(property).every(([key, value]) => call[key as keyof Call] === value)),
  ).toEqual(words(names));
});

/** Points and seconds of a budget. */
const inText = ({ points, seconds }: Budget) => `${points} in ${seconds} s`;
const budgetOf = ({ budget: { person, network } = {} }: Call) =>
  [
    ...(person ? [`a person ${inText(person)}`] : []),
    ...(network
      ? [`a network ${inText(network)}${network.shared ? ', counted over all core processes' : ''}`]
      : []),
  ].join(', ') || 'no budget';

test('only the calls listed here have no budget or an unusual one', () => {
  const usual = ['a person 600 in 60 s', 'a network 6000 in 60 s', 'a network 600 in 60 s', 'no budget'];
  const others = allCalls.filter((call) => !usual.includes(budgetOf(call)));
  expect(Object.fromEntries(others.map((call) => [call.name, budgetOf(call)]))).toEqual({
    contact: 'a network 60 in 60 s',
    brochureRequest: 'a network 60 in 60 s',
    articleVote: 'a network 30 in 3600 s, counted over all core processes',
    documentPage: 'a person 12000 in 60 s',
    createCode: 'a person 60 in 600 s',
    stripePaymentIntent: 'a person 20 in 600 s, a network 1200 in 600 s',
    stripeValidatePayment: 'a person 200 in 600 s, a network 12000 in 600 s',
    refundToCard: 'a person 20 in 600 s',
    statementFile: 'a person 6 in 60 s',
    receipt: 'a person 20 in 60 s',
    getUserLocation: 'a network 120 in 60 s',
  });
  expect(namesWhere((call) => budgetOf(call) === 'a network 600 in 60 s')).toEqual(
    words('addressStop chat chatFrame walletDomain seller enrolAgent readyz openapi'),
  );
  expect(namesWhere((call) => budgetOf(call) === 'no budget')).toEqual(
    words(`
    mailSender beginMail endMail stripeWebhook prepareConversion readSource sendConverted sendFile jobDocument
    documentPicture healthz
    `),
  );
});

const letters = (count: number) => 'a'.repeat(count);
const uuid = '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70';
const many = <T>(count: number, item: T) => Array<T>(count).fill(item);

test.each<[CallName, string, readonly unknown[], readonly unknown[]]>([
  ['emailLogin', 'email', [`${letters(249)}@b.co`], [`${letters(250)}@b.co`, 'a\0@b.co', 'a']],
  ['emailLogin', 'password', ['a', letters(1_024)], ['', letters(1_025)]],
  ['emailSignup', 'password', ['', letters(1_024)], [letters(1_025)]],
  ['emailSignup', 'code', ['', letters(6)], [letters(7)]],
  ['socialConfirm', 'code', [letters(6)], [letters(7)]],
  ['codeMail', 'mail', [uuid], ['a']],
  ['passwordChange', 'present', [undefined, '', letters(1_024)], [letters(1_025)]],
  ['addressStop', 'token', [letters(43)], [letters(42), letters(44), `${letters(42)}.`]],
  ['sessionEnd', 'id', [uuid], [undefined, 'a']],
  ['sessionEnd', 'all', [undefined], [true, false]],
  ['accountExport', 'password', [undefined, 'a', letters(1_024)], ['', letters(1_025)]],
  [
    'socialState',
    'stateKey',
    ['!'.repeat(8), '~'.repeat(200)],
    ['!'.repeat(7), '~'.repeat(201), `${letters(8)} `],
  ],
  ['providerDisconnect', 'provider', ['google', 'microsoft', 'apple'], ['github']],
  ['fileUpload', 'fileType', ['', letters(255)], [letters(256), 'a\nb']],
  ['fileUpload', 'fileSize', [undefined, 0, 1], [-1, 0.5]],
  [
    'deleteDocument',
    'documents',
    [[], many(500, { orderId: uuid })],
    [many(501, { orderId: uuid }), [{ orderId: 'a' }]],
  ],
  ['removePages', 'put_back', [undefined, [], [3]], [[0.5], 'a']],
  ['documentPage', 'size', [undefined, 'tile', 'page'], ['large']],
  ['documentPage', 'revision', ['1'], ['0', 'a']],
  ['setPrintSides', 'sideOption', ['no', 'yes'], ['2-Sided']],
  ['setPrintColor', 'colorOption', ['Color', 'Black-White'], ['Colour']],
  ['sendFile', 'token', [letters(2_000)], [letters(2_001)]],
  ['jobDocument', 'token', [letters(100)], [letters(101)]],
  ['documentPicture', 'token', [letters(100)], [letters(101)]],
  ['enrolAgent', 'inviteCode', ['a', letters(100)], ['', letters(101)]],
  ['enrolAgent', 'publicKey', [letters(200)], [letters(201)]],
  ['enrolAgent', 'name', [undefined, letters(100)], [letters(101)]],
  ['findSites', 'name', [undefined, '', letters(100)], [letters(101)]],
  ['qrAuth', 'code', ['471902'], ['47190', '4719021', 'a71902']],
  ['userAccountBalance', 'currency', ['gbp', 'EUR'], ['USD', letters(11)]],
  ['userAccountStatement', 'period', ['last_month', letters(40)], [letters(41)]],
  ['userAccountStatement', 'cursor', [undefined, letters(200)], [letters(201)]],
  ['statementFile', 'period', ['last_month', 'last_6_months', 'last_12_months'], ['last_year']],
  ['statementFile', 'format', ['pdf', 'csv'], ['xls']],
  ['stripePaymentIntent', 'payment_intent_id', [undefined, null, '', letters(255)], [letters(256), 'a/b']],
  ['stripeValidatePayment', 'payment_intent_id', ['pi_1', letters(255)], ['', letters(256), 'a b']],
  ['refundToCard', 'amount', [undefined, 0.01, 12.34], [0, -1, 0.001]],
  ['refundToCard', 'refundable', [0.07, 5], [undefined, 0, 1.005]],
  ['beginMail', 'digest', ['0123456789abcdef'.repeat(4)], ['A'.repeat(64), '0'.repeat(63), '0'.repeat(65)]],
  ['beginMail', 'messageId', [undefined, letters(998)], [letters(999)]],
  [
    'beginMail',
    'documents',
    [many(20, { name: 'a', byteLength: 0 })],
    [[], many(21, { name: 'a', byteLength: 0 })],
  ],
  [
    'beginMail',
    'documents',
    [[{ name: 'a', byteLength: 50 * 1024 ** 2 }]],
    [[{ name: 'a', byteLength: 50 * 1024 ** 2 + 1 }], [{ name: 'a', byteLength: -1 }]],
  ],
  [
    'beginMail',
    'notTaken',
    [undefined, many(100, { name: letters(255), why: 'type' })],
    [
      many(101, { name: 'a', why: 'type' }),
      [{ name: letters(256), why: 'type' }],
      [{ name: 'a', why: 'size' }],
    ],
  ],
  ['mailSender', 'address', [letters(254)], [letters(255)]],
  ['contact', 'firstName', ['a', ` ${letters(98)} `], ['', ' ', letters(101), 'a\u2028b']],
  ['contact', 'comment', ['a', letters(5_000)], ['', ' \u0007\n', letters(5_001)]],
  ['contact', 'reference', [undefined, letters(1_000)], [letters(1_001)]],
  ['contact', 'country', ['Other'], ['Atlantis']],
  ['contact', 'detectedCountry', [undefined, letters(100)], [letters(101)]],
  ['contact', 'detectedCity', [undefined, letters(200)], [letters(201)]],
  ['brochureRequest', 'company', ['a', letters(200)], ['', letters(201)]],
  ['brochureRequest', 'productSheet', ['Retail'], ['Wholesale']],
  ['brochureRequest', 'additionalInfo', [undefined, '', letters(5_000)], [letters(5_001)]],
  ['articleVote', 'article', ['/how-to-top-up'], ['/terms']],
])('%s accepts only valid values of %s (case %#)', (name, field, good, bad) => {
  const { request, example }: Call = calls[name];
  const accepts = (value: unknown) => request!.safeParse({ ...example, [field]: value }).success;
  expect(good.map(accepts)).toEqual(good.map(() => true));
  expect(bad.map(accepts)).toEqual(bad.map(() => false));
});

test('a request ends one session by its id, or all sessions', () => {
  expect(calls.sessionEnd.request.safeParse({ all: true }).success).toBe(true);
  expect(calls.sessionEnd.request.safeParse({}).success).toBe(false);
});

test('an enquiry loses outer spaces and control characters, except line breaks and tabs; an absent location is empty', () => {
  const comment = ' a\r\nb\rc\u2028d\u2029e\tf\u0007g\u009bh ';
  const contact = calls.contact.request.parse({ ...calls.contact.example, firstName: ' Anna ', comment });
  expect(contact).toMatchObject({ firstName: 'Anna', comment: 'a\nb\nc\nd\ne\tfgh' });
  const unknown = { detectedCity: undefined, detectedCountry: undefined };
  expect(calls.contact.request.parse({ ...calls.contact.example, ...unknown })).toMatchObject({
    ...{ detectedCity: '', detectedCountry: '' },
  });
});

test('no two calls share a method and a path', () => {
  const addresses = allCalls.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('the parameters of a call are in its path, and for a GET the other ones in the query', () => {
  expect(addressOf(calls.fetchFileMetadata, { uid: 'a b' })).toBe('/fetch-file-metadata?uid=a+b');
  expect(addressOf(calls.jobDocument, { id: 'a/b', token: 't' })).toBe('/agent/jobs/a%2Fb/document?token=t');
  expect(addressOf(calls.sendFile, { token: 'a.b', other: 1 })).toBe('/storage/a.b');
});

/** The most processor time of one pass, of this thread alone. A pattern that backtracks needs 20 seconds. */
const atOnceMicroseconds = 100_000;

test('an e-mail address of 200 KB is refused at once', () => {
  const cpuBefore = process.threadCpuUsage();
  expect(emailSchema.safeParse(`a@${'.'.repeat(200_000)} `).success).toBe(false);
  expect(process.threadCpuUsage(cpuBefore).user).toBeLessThan(atOnceMicroseconds);
});

test('the e-mail pattern refuses a text of 200 KB without backtracking', () => {
  const cpuBefore = process.threadCpuUsage();
  expect(emailPattern.test(`a@${'.'.repeat(200_000)} `)).toBe(false);
  expect(process.threadCpuUsage(cpuBefore).user).toBeLessThan(atOnceMicroseconds);
});

test('the e-mail pattern accepts the same texts as a simpler pattern that backtracks', () => {
  const simpler = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
  const text = fc.string({ unit: fc.constantFrom('a', '.', '@', ' ', 'b'), maxLength: 12 });
  fc.assert(
    fc.property(text, (email) => emailPattern.test(email) === simpler.test(email)),
    { numRuns: 5_000 },
  );
});
