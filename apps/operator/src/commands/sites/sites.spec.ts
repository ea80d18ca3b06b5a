import { beforeEach, expect, jest, test } from '@jest/globals';
import { Refusal } from '@sixpence/contracts/refusals';
import { AgentsService } from '@sixpence/core/sites/agents.service';
import { OrganisationVatService } from '@sixpence/core/sites/organisation-vat.service';
import { PanelLinksService } from '@sixpence/core/sites/panel-links.service';
import { PricesService } from '@sixpence/core/sites/prices.service';
import { PrintersService } from '@sixpence/core/sites/printers.service';
import { SitesService } from '@sixpence/core/sites/sites.service';
import { money } from '@sixpence/money/money';
import { clearCalls, json, lines, operator, runCommand, type StandIn } from '../../testing/run-command.js';

const library = {
  id: 's1',
  name: 'Library',
  organisation: 'College',
  currency: 'EUR',
  timeZone: 'Europe/Dublin',
};
const hall = {
  id: 'p1',
  slug: 'hall',
  name: 'Hall',
  site: 'Library',
  uri: 'ipp://hall/p',
  state: null as string | null,
};
const box = {
  id: 'a1',
  name: 'box',
  site: 'Library',
  enrolledAt: new Date('2026-11-23T10:00:00Z'),
  version: null as string | null,
  contract: null as number | null,
  revokedAt: null as Date | null,
};
const euro = (minor: number) => money(minor, 'EUR');

const sites = {
  addOrganisation: jest.fn((name: string) => Promise.resolve({ id: 'o1', name })),
  organisations: jest.fn(() => Promise.resolve([{ id: 'o1', name: 'College' }])),
  allowRefunds: jest.fn((..._given: unknown[]) => Promise.resolve()),
  addSite: jest.fn((site: object) => Promise.resolve(site)),
  sites: jest.fn(() => Promise.resolve([library])),
  siteNamed: jest.fn((name: string) =>
    name === 'Library'
      ? Promise.resolve(library)
      : Promise.reject(new Refusal('request.invalid', 'No site.')),
  ),
};
const vat = {
  set: jest.fn((_name: string, standIns: object) =>
    Promise.resolve({ vatNumber: null as string | null, basisPoints: 0, ...standIns }),
  ),
};
const printers = {
  listPrinters: jest.fn((_siteId?: string) => Promise.resolve([hall])),
  put: jest.fn((printer: object) => Promise.resolve({ ...hall, ...printer, state: 'idle' })),
};
const links = {
  make: jest.fn((..._given: unknown[]) => Promise.resolve('c0de')),
  endAllPairings: jest.fn((_id: string) => Promise.resolve()),
};
const agents = {
  invite: jest.fn((_siteId: string) => Promise.resolve('1nv1te')),
  listAgents: jest.fn(() => Promise.resolve([box])),
  revoke: jest.fn((_id: string) => Promise.resolve(true)),
};
const list = {
  mono: { '1-Sided': euro(5), '2-Sided': euro(4) },
  color: { '1-Sided': euro(20), '2-Sided': euro(16) },
};
const prices = {
  set: jest.fn((..._given: unknown[]) => Promise.resolve()),
  history: jest.fn((_siteId: string) =>
    Promise.resolve([{ ...list, validFrom: new Date('2026-11-23T10:00:00Z') }]),
  ),
};
const standIns: StandIn[] = [
  [SitesService, sites],
  [OrganisationVatService, vat],
  [PrintersService, printers],
  [PanelLinksService, links],
  [AgentsService, agents],
  [PricesService, prices],
];
beforeEach(() => {
  clearCalls(standIns);
});

test('an organisation is added and listed', async () => {
  expect(await lines(['organisation', 'add', 'College'], standIns)).toEqual(['College is there.']);
  expect(await json(['organisation', 'add', 'College'], standIns)).toEqual({ id: 'o1', name: 'College' });
  expect(await lines(['organisation', 'list'], standIns)).toEqual(['Organisation', 'College']);
  sites.organisations.mockResolvedValueOnce([]);
  expect(await lines(['organisation', 'list'], standIns)).toEqual(['No organisations.']);
});

test.each([
  [['--vat-rate', '20'], { basisPoints: 2_000 }, ['Prices contain 20 % of VAT, under the number (none).']],
  [['--vat-rate', '5.55'], { basisPoints: 555 }, ['Prices contain 5.55 % of VAT, under the number (none).']],
  [['--vat-rate', '100'], { basisPoints: 10_000 }, ['Prices contain 100 % of VAT, under the number (none).']],
  [['--vat-number', 'GB1'], { vatNumber: 'GB1' }, ['Prices contain 0 % of VAT, under the number GB1.']],
  [['--vat-number', ''], { vatNumber: null }, ['Prices contain 0 % of VAT, under the number (none).']],
])('organisation update %j sets that part of the VAT', async (more, part, shown) => {
  expect(await lines(['organisation', 'update', 'College', ...more], standIns)).toEqual(shown);
  expect(vat.set.mock.calls).toEqual([['College', part]]);
  expect(sites.allowRefunds).not.toHaveBeenCalled();
  expect(await json(['organisation', 'update', 'College', ...more], standIns)).toEqual({
    organisation: 'College',
    vatNumber: null,
    basisPoints: 0,
    ...part,
  });
});

test.each([
  ['self', 'People may refund to their cards themselves.'],
  ['staff', 'Only staff may refund to cards.'],
])('organisation update --refunds %s does not change the VAT', async (refunds, line) => {
  const argv = ['organisation', 'update', 'College', '--refunds', refunds];
  expect(await lines(argv, standIns)).toEqual([line]);
  expect(sites.allowRefunds.mock.calls).toEqual([['College', refunds, operator]]);
  expect(vat.set).not.toHaveBeenCalled();
  expect(await json(argv, standIns)).toEqual({ organisation: 'College', refunds });
});

test('a site is added, in London if it has no time zone, and listed', async () => {
  const argv = ['site', 'add', 'Library', '--organisation', 'College', '--currency', 'eur'];
  const site = { name: 'Library', organisation: 'College', currency: 'EUR', timeZone: 'Europe/London' };
  expect(await lines(argv, standIns)).toEqual(['Library (EUR) is there.']);
  for (const timeZone of ['Europe/Dublin', 'UTC'])
    expect(await json([...argv, '--time-zone', timeZone], standIns)).toEqual({ ...site, timeZone });
  expect(sites.addSite.mock.calls[0]).toEqual([site]);
  expect(await lines(['site', 'list'], standIns)).toEqual([
    'Site\tOrganisation\tCurrency\tTime zone',
    'Library\tCollege\tEUR\tEurope/Dublin',
  ]);
  sites.sites.mockResolvedValueOnce([]);
  expect(await lines(['site', 'list'], standIns)).toEqual(['No sites.']);
});

test('a printer is added with its counting, if `--counting` is given', async () => {
  const argv = ['printer', 'add', 'attic', '--site', 'Library', '--name', 'Attic', '--uri', 'ipps://attic/p'];
  const attic = { siteId: 's1', slug: 'attic', name: 'Attic', uri: 'ipps://attic/p' };
  expect(await lines(argv, standIns)).toEqual(['attic\tAttic\tLibrary\tipps://attic/p\tidle']);
  expect(await json([...argv, '--counting', 'sheets'], standIns)).toMatchObject({
    slug: 'attic',
    state: 'idle',
  });
  expect(printers.put.mock.calls).toEqual([[attic], [{ ...attic, counting: 'sheets' }]]);
  expect(printers.listPrinters).toHaveBeenCalledWith('s1');
});

test('`printer update` keeps every property whose option is not given', async () => {
  const argv = ['printer', 'update', 'hall', '--site', 'Library'];
  const same = { siteId: 's1', slug: 'hall', name: 'Hall', uri: 'ipp://hall/p' };
  expect(await lines(argv, standIns)).toEqual(['hall\tHall\tLibrary\tipp://hall/p\tidle']);
  await lines([...argv, '--name', 'Foyer'], standIns);
  await lines([...argv, '--uri', 'ipp://foyer/p', '--counting', 'none'], standIns);
  expect(printers.put.mock.calls).toEqual([
    [same],
    [{ ...same, name: 'Foyer' }],
    [{ ...same, uri: 'ipp://foyer/p', counting: 'none' }],
  ]);
});

test('printers of all sites are listed, also before they have reported a state', async () => {
  expect(await lines(['printer', 'list'], standIns)).toEqual([
    'Printer\tName\tSite\tAddress\tState',
    'hall\tHall\tLibrary\tipp://hall/p\tnot seen yet',
  ]);
  expect(printers.listPrinters.mock.calls).toEqual([[]]);
  printers.listPrinters.mockResolvedValueOnce([]);
  expect(await lines(['printer', 'list'], standIns)).toEqual(['No printers.']);
});

test('a panel is paired by a link at its box, and unpaired', async () => {
  const argv = ['panel', 'pair', 'hall', '--site', 'Library'];
  expect(await lines(argv, standIns)).toEqual(['http://localhost:3100/panel/hall?pair=c0de']);
  expect(await json([...argv, '--box', 'http://box.local:8080'], standIns)).toEqual({
    printer: 'hall',
    site: 'Library',
    link: 'http://box.local:8080/panel/hall?pair=c0de',
  });
  // A link that `panel pair` makes is valid for one device: `make` gets no option `reusable`.
  expect(links.make.mock.calls).toEqual([['p1'], ['p1']]);
  const unpair = ['panel', 'unpair', 'hall', '--site', 'Library'];
  expect(await lines(unpair, standIns)).toEqual([
    'No device shows the panel of hall any more. Pair each device that should show it: panel pair hall',
  ]);
  expect(await json(unpair, standIns)).toEqual({ printer: 'hall', site: 'Library' });
  expect(links.endAllPairings.mock.calls).toEqual([['p1'], ['p1']]);
});

test('an invite is made for the named site', async () => {
  expect(await lines(['agent', 'invite', 'Library'], standIns)).toEqual(['AGENT_INVITE=1nv1te']);
  expect(await json(['agent', 'invite', 'Library'], standIns)).toEqual({ site: 'Library', invite: '1nv1te' });
  expect(agents.invite.mock.calls).toEqual([['s1'], ['s1']]);
});

test('boxes are listed with their state', async () => {
  agents.listAgents.mockResolvedValueOnce([
    box,
    { ...box, version: '1.2.3', contract: 4, revokedAt: new Date('2026-11-24T10:00:00Z') },
  ]);
  expect(await lines(['agent', 'list'], standIns)).toEqual([
    'Agent\tName\tSite\tVersion\tContract\tEnrolled\tState',
    'a1\tbox\tLibrary\tnever connected\t\t2026-11-23T10:00:00.000Z\tactive',
    'a1\tbox\tLibrary\t1.2.3\t4\t2026-11-23T10:00:00.000Z\trevoked 2026-11-24T10:00:00.000Z',
  ]);
  agents.listAgents.mockResolvedValueOnce([]);
  expect(await lines(['agent', 'list'], standIns)).toEqual(['No agents.']);
});

test('a box is revoked once', async () => {
  expect(await lines(['agent', 'revoke', 'a1'], standIns)).toEqual(['Revoked.']);
  agents.revoke.mockResolvedValueOnce(false);
  expect(await lines(['agent', 'revoke', 'a1'], standIns)).toEqual(['It was revoked before.']);
  expect(await json(['agent', 'revoke', 'a1'], standIns)).toEqual({ agentId: 'a1', revoked: true });
});

test('prices are set in the currency of the site, from now or from a date', async () => {
  const argv = ['price', 'set', 'Library', '--mono', '0.05', '--color', '0.20'];
  const all = [...argv, '--mono-two-sided', '0.04', '--color-two-sided', '0.16'];
  expect(await lines(all, standIns)).toEqual(['The prices of Library are set.']);
  expect(await json([...all, '--from', '2027-01-01'], standIns)).toMatchObject({ site: 'Library' });
  expect(prices.set.mock.calls).toEqual([
    ['s1', list, undefined],
    ['s1', list, new Date('2027-01-01')],
  ]);
});

test('price lists are shown with both prices of a page', async () => {
  const [header, line] = await lines(['price', 'list', 'Library'], standIns);
  expect(header).toBe('Valid from\tMono, one-sided / two-sided\tColour, one-sided / two-sided');
  expect(line).toBe('2026-11-23T10:00:00.000Z\t€0.05 / €0.04\t€0.20 / €0.16');
  prices.history.mockResolvedValueOnce([]);
  expect(await lines(['price', 'list', 'Library'], standIns)).toEqual(['No prices.']);
});

const add = ['printer', 'add'];
const atSite = ['--site', 'Library', '--name', 'x', '--uri', 'ipp://p'];

test.each([
  [2, ['organisation', 'update', 'College'], 'Give --vat-number, --vat-rate, or --refunds'],
  [2, ['organisation', 'update', 'College', '--vat-rate', '101'], 'Give a percentage'],
  [2, ['organisation', 'update', 'College', '--vat-rate', '5.555'], 'Give a percentage'],
  [2, ['organisation', 'update', 'College', '--refunds', 'robots'], 'by self or staff, not by robots'],
  [2, ['site', 'add', 'A', '--currency', 'EUR'], '--organisation is missing'],
  [2, ['site', 'add', 'A', '--organisation', 'C'], '--currency is missing'],
  [2, ['site', 'add', 'A', '--organisation', 'C', '--currency', 'USD'], 'The currency must be one of'],
  [
    2,
    ['site', 'add', 'A', '--organisation', 'C', '--currency', 'EUR', '--time-zone', 'Mars'],
    'Give a time zone such as Europe/London, not Mars',
  ],
  [1, [...add, 'hall', ...atSite], 'The printer hall already exists. To change it, use: printer update'],
  [2, [...add, 'first--floor', ...atSite], 'A slug is made of'],
  [2, [...add, '-floor', ...atSite], 'has no option -f'],
  [2, [...add, 'a'.repeat(61), ...atSite], 'A slug is made of'],
  [2, [...add, 'attic', '--site', 'Library', '--uri', 'ipp://p'], '--name is missing'],
  [2, [...add, 'attic', '--site', 'Library', '--name', 'x'], '--uri is missing'],
  [2, [...add, 'attic', '--site', 'Library', '--name', 'x', '--uri', 'http://p'], 'Give an address such as'],
  [2, [...add, 'attic', '--site', 'Library', '--name', 'x', '--uri', 'attic'], 'Give an address such as'],
  [2, [...add, 'attic', ...atSite, '--counting', 'guesses'], '--counting is one of'],
  [1, ['printer', 'update', 'attic', '--site', 'Library'], 'There is no printer attic. See: printer list'],
  [2, ['panel', 'pair', 'hall', '--site', 'Library', '--box', 'nowhere'], 'Give an address such as http://'],
  [1, ['panel', 'pair', 'attic', '--site', 'Library'], 'There is no printer attic. See: printer list'],
  [2, ['panel', 'unpair', 'hall'], '--site is missing'],
  [1, ['agent', 'revoke', 'a2'], 'There is no agent a2. See: agent list'],
  [1, ['agent', 'invite', 'Attic'], 'No site.'],
  [2, ['price', 'set', 'Library', '--mono', '0.05'], '--mono-two-sided is missing'],
  [2, ['price', 'set', 'Library', '--mono', '1.234'], 'Give an amount such as 0.05 or 12.50, not 1.234'],
])('exits with %i for %j and changes nothing', async (status, argv, sentence) => {
  const answer = await runCommand(argv, standIns);
  expect(answer).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(sentence) });
  for (const change of [
    sites.addSite,
    sites.allowRefunds,
    vat.set,
    printers.put,
    links.make,
    links.endAllPairings,
  ])
    expect(change).not.toHaveBeenCalled();
  for (const change of [agents.revoke, agents.invite, prices.set]) expect(change).not.toHaveBeenCalled();
});

test('prices from a malformed date are a usage error', async () => {
  const amounts = ['--mono', '1', '--color', '1', '--mono-two-sided', '1', '--color-two-sided', '1'];
  expect(await runCommand(['price', 'set', 'Library', ...amounts, '--from', 'soon'], standIns)).toMatchObject(
    {
      status: 2,
      stderr: expect.stringContaining('--from takes a date such as 2027-01-01, not soon'),
    },
  );
  expect(prices.set).not.toHaveBeenCalled();
});
