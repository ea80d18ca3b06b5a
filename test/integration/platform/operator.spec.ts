import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operate } from '@sixpence/operator/commands/operate';
import { runOperator, type OperatorAnswer } from '@sixpence/sandbox/services/operator';
import { connected, createDatabase, type TestDatabase } from '../../support/core/database.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let database: TestDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  database = await createDatabase();
  after.defer(() => database.drop());
  environment = {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    // No NATS server listens at this address. Commands do not need NATS: they write facts to the database,
    // and the running core publishes them.
    NATS_URL: 'nats://127.0.0.1:1',
    STORAGE_DIR: tmpdir(),
    KEY_STORE_DIR: tmpdir(),
    MASTER_KEY: randomBytes(32).toString('base64'),
    SECRET_KEY: randomBytes(32).toString('base64'),
    SERVICE_TOKEN: randomBytes(32).toString('hex'),
    PUBLIC_URL: 'http://localhost:3000',
  };
});

afterAll(() => after.disposeAsync());

/** Runs the command in this process, because starting a process takes as long as the test itself. */
async function run(args: string[], given = environment): Promise<OperatorAnswer> {
  const output = { stdout: '', stderr: '' };
  const status = await operate(args, given, {
    out: (text) => (output.stdout += text),
    err: (text) => (output.stderr += text),
  });
  return { status, ...output };
}

/** The JSON answer of a command that must succeed. */
async function ask(...args: string[]): Promise<unknown> {
  const answer = await run([...args, '--json']);
  expect(answer).toMatchObject({ status: 0 });
  return JSON.parse(answer.stdout) as unknown;
}

const rowsOf = (sql: string): Promise<Record<string, unknown>[]> =>
  connected(database.ownerUrl, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);

async function inDatabase(sql: string): Promise<void> {
  await connected(database.ownerUrl, (client) => client.query(sql));
}

test('job commands list jobs with a hold, and refuse an unknown job', async () => {
  expect(await ask('job', 'list')).toEqual([]);
  expect(await ask('job', 'list', '--short')).toEqual([]);
  const unknown = '00000000-0000-4000-8000-000000000000';
  for (const args of [
    ['job', 'give-back', unknown],
    ['credit', 'give-back', unknown],
    ['credit', 'give-back', unknown, '--pages', '1'],
    ['credit', 'give-back', 'x', '--amount', '0.05'],
    ['job', 'capture', unknown, '--pages', '1'],
  ]) {
    const refused = await run([...args, '--reason', 'a test']);
    const see = args[0] === 'job' ? 'job list' : 'statement <email>';
    expect(refused).toMatchObject({ status: 1, stderr: `There is no such job. See: ${see}\n` });
    expect(await run(args)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--reason is missing'),
    });
  }
});

test('the operator process exits with the status, and writes to stdout or stderr', async () => {
  const [listed, refused] = await Promise.all([
    runOperator(['site', 'list', '--json'], environment),
    runOperator(['make', 'coffee'], environment),
  ]);
  expect(listed).toEqual({ status: 0, stdout: '[]\n', stderr: '' });
  expect(refused).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('make coffee') });
});

describe('the demo', () => {
  const printers = [
    '--printer',
    'hall=ipp://localhost:8631/ipp/print',
    '--printer',
    'library=ipp://localhost:8632/ipp/print',
  ];

  test('is created once, however often the command runs', async () => {
    const first = (await ask('demo', ...printers)) as { printers: object[] };
    const panelCode: unknown = expect.any(String);
    const place = { id: expect.any(String) as unknown, panelCode };
    expect(first).toEqual({
      user: { email: 'demo@example.com', password: 'Sixpence1' },
      printers: [
        { ...place, slug: 'hall', name: 'Hall', uri: 'ipp://localhost:8631/ipp/print' },
        { ...place, slug: 'library', name: 'Library', uri: 'ipp://localhost:8632/ipp/print' },
      ],
      invite: expect.any(String),
    });
    // Links and invites are shown once, so each run makes new ones.
    const again = first.printers.map((printer) => ({ ...printer, panelCode }));
    const second = await ask('demo', ...printers);
    expect(second).toEqual({ ...first, printers: again, invite: expect.any(String) });
    expect(await ask('user', 'show', 'demo@example.com')).toMatchObject({
      available: [{ minor: 1_000, currency: 'GBP' }],
    });
    expect(await ask('price', 'list', 'Demo library')).toMatchObject([
      { mono: { '1-Sided': { minor: 5 }, '2-Sided': { minor: 4 } }, color: { '1-Sided': { minor: 20 } } },
    ]);
  });

  test('has panels that `panel pair` links, at the default box or at `--box`; an unknown printer is refused', async () => {
    await ask('demo', ...printers);
    const pair = (...words: string[]) => ask('panel', 'pair', 'hall', '--site', 'Demo library', ...words);
    const { link } = (await pair()) as { link: string };
    expect(link).toMatch(/^http:\/\/localhost:3100\/panel\/hall\?pair=[0-9a-f-]{44}$/);
    expect(((await pair('--box', 'https://box.example')) as { link: string }).link).toMatch(
      /^https:\/\/box\.example\/panel\/hall\?pair=/,
    );
    expect(await ask('panel', 'unpair', 'hall', '--site', 'Demo library')).toEqual({
      printer: 'hall',
      site: 'Demo library',
    });
    const linkedPrinters = await rowsOf(
      `SELECT slug FROM panel_links JOIN printers p ON p.id = printer_id ORDER BY slug`,
    );
    expect([...new Set(linkedPrinters.map(({ slug }) => slug))]).toEqual(['library']);
    const unknown = await run(['panel', 'pair', 'attic', '--site', 'Demo library'], environment);
    expect(unknown).toMatchObject({ status: 1, stderr: expect.stringContaining('no printer attic') });
  });

  test('has two printers if none is named, and an invite until its site has a box', async () => {
    const made = async () => (await ask('demo')) as { printers: { uri: string }[]; invite: string | null };
    const { printers: usual, invite } = await made();
    expect(usual.map(({ uri }) => uri)).toEqual(
      [printers[1], printers[3]].map((text) => text!.split('=')[1]),
    );
    expect(invite).not.toBeNull();
    await inDatabase(
      `INSERT INTO agents (site_id, name, public_key) SELECT id, 'box', '\\x02' FROM sites
        WHERE name = 'Demo library'`,
    );
    expect((await made()).invite).toBeNull();
    await inDatabase('UPDATE agents SET revoked_at = app_now()');
    expect((await made()).invite).not.toBeNull();
  });

  test('is refused on a public URL', async () => {
    const answer = await run(['demo'], { ...environment, PUBLIC_URL: 'https://print.example.com' });
    expect(answer).toMatchObject({ status: 1, stderr: expect.stringContaining('localhost') });
  });
});

describe('balances of the previous version', () => {
  async function aFile(...lines: string[]): Promise<string> {
    const file = join(tmpdir(), `balances-${randomBytes(6).toString('hex')}.csv`);
    await writeFile(file, ['email,amount,currency', ...lines].join('\r\n'));
    after.defer(() => rm(file));
    return file;
  }

  test('are imported from a file, with an answer for each line', async () => {
    await ask('user', 'add', 'cat@example.com', '--password', 'Sixpence1');
    const file = await aFile('cat@example.com,1.50,GBP', 'dan@example.com,2.50,GBP', 'eve@example.com,0,EUR');
    const answers = [
      'line 2: cat@example.com £1.50: given at once: an account has the address',
      'line 3: dan@example.com £2.50: waits for its address',
      'line 4: eve@example.com €0.00: holds nothing',
    ];
    const summed = '2 of 3 lines, £4.00 and €0.00.\n';
    const tried = await run(['balances', 'import', file, '--dry-run']);
    expect(tried.stdout).toBe(
      [...answers, `Nothing was changed. These would be imported: ${summed}`].join('\n'),
    );
    expect(await ask('user', 'show', 'cat@example.com')).toMatchObject({ available: [] });
    const imported = await run(['balances', 'import', file]);
    expect([imported.status, imported.stdout]).toEqual([0, [...answers, `Imported: ${summed}`].join('\n')]);
    expect(await ask('user', 'show', 'cat@example.com')).toMatchObject({
      available: [{ minor: 150, currency: 'GBP' }],
    });
    const again = await run(['balances', 'import', file]);
    expect(again.stdout).toContain('line 3: dan@example.com £2.50: imported before, nothing changes');
    expect(again.stdout).toContain('Imported: 0 of 3 lines');
  });

  test('are refused as a whole if a line is wrong, and each wrong line is named', async () => {
    const file = await aFile('fay@example.com,1,GBP', 'fay,1,GBP', 'gus@example.com,-1,GBP');
    const { status, stdout } = await run(['balances', 'import', file]);
    expect([status, stdout]).toEqual([
      1,
      [
        'line 2: fay@example.com £1.00: waits for its address',
        'line 3: WRONG: "fay" is not an e-mail address',
        'line 4: WRONG: "-1" is less than nothing: debts are not carried over',
        'Nothing was imported: 2 of 3 lines are wrong.',
        '',
      ].join('\n'),
    ]);
    expect((await run(['balances', 'import', '/no/such/file.csv'])).status).toBe(2);
  });
});

describe('user commands', () => {
  const reason = ['--reason', 'ticket 7'];

  test('lock and unlock an account, with a reason', async () => {
    await ask('user', 'add', 'ida@example.com', '--password', 'Sixpence1');
    expect(await run(['user', 'lock', 'ida@example.com'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--reason is missing'),
    });
    expect((await run(['user', 'lock', 'ida@example.com', ...reason])).stdout).toBe('Locked.\n');
    expect((await run(['user', 'lock', 'ida@example.com', ...reason])).stdout).toBe(
      'They were locked before.\n',
    );
    expect((await run(['user', 'unlock', 'Ida@example.com', ...reason])).stdout).toBe('Unlocked.\n');
    expect((await run(['user', 'unlock', 'ida@example.com', ...reason])).stdout).toBe(
      'They were not locked.\n',
    );
  });

  test('export a user’s data, with the audit of earlier commands', async () => {
    const exported = await ask('user', 'export', 'ida@example.com', ...reason);
    expect(exported).toMatchObject({
      account: { addresses: [{ address: 'ida@example.com', provenBy: 'operator' }] },
      audit: [
        { act: 'user lock', actor: expect.stringMatching(/^operator ./), reason: 'ticket 7' },
        { act: 'user lock' },
        { act: 'user unlock' },
        { act: 'user unlock' },
        { act: 'user export' },
      ],
    });
  });

  test('erase an account; money that is left must be given up explicitly', async () => {
    await ask('credit', 'add', 'ida@example.com', '3', 'GBP', '--reason', 'a gift');
    const refused = await run(['user', 'erase', 'ida@example.com', ...reason]);
    expect(refused).toMatchObject({
      status: 1,
      stderr: 'There is money left in this account: £3.00.\n',
    });
    await ask('user', 'erase', 'ida@example.com', ...reason, '--give-up-money');
    expect(await run(['user', 'show', 'ida@example.com'])).toMatchObject({
      status: 1,
      stderr: 'There is no account with the address ida@example.com.\n',
    });
    expect((await run(['ledger', 'verify'])).status).toBe(0);
  });
});

describe('the operator command', () => {
  test('sets up a site from nothing', async () => {
    await ask('organisation', 'add', 'College');
    await ask(
      'site',
      'add',
      'Dublin',
      '--organisation',
      'College',
      '--currency',
      'EUR',
      '--time-zone',
      'Europe/Dublin',
    );
    const prices = [
      '--mono',
      '0.06',
      '--color',
      '0.25',
      '--mono-two-sided',
      '0.05',
      '--color-two-sided',
      '0.2',
    ];
    await ask('price', 'set', 'Dublin', ...prices);
    expect(await ask('price', 'list', 'Dublin')).toMatchObject([
      {
        mono: { '1-Sided': { minor: 6 }, '2-Sided': { minor: 5 } },
        color: { '1-Sided': { minor: 25 }, '2-Sided': { minor: 20 } },
      },
    ]);
    await ask(
      'printer',
      'add',
      'first-floor',
      '--site',
      'Dublin',
      '--name',
      'First floor',
      '--uri',
      'ipps://p/ipp/print',
    );
    // An update of one property keeps the others.
    await ask('printer', 'update', 'first-floor', '--site', 'Dublin', '--counting', 'sheets');
    await ask('printer', 'update', 'first-floor', '--site', 'Dublin', '--name', 'Upstairs');
    expect(await ask('printer', 'list')).toContainEqual(
      expect.objectContaining({
        slug: 'first-floor',
        name: 'Upstairs',
        uri: 'ipps://p/ipp/print',
        counting: 'sheets',
        currency: 'EUR',
      }),
    );
    await ask('price', 'set', 'Dublin', ...prices, '--mono', '0.07', '--from', '2099-01-01');
    const lists = (await run(['price', 'list', 'Dublin'])).stdout.split('\n').slice(1, 3);
    expect(lists.map((line) => line.split('\t'))).toEqual([
      ['2099-01-01T00:00:00.000Z', '€0.07 / €0.05', '€0.25 / €0.20'],
      [expect.any(String), '€0.06 / €0.05', '€0.25 / €0.20'],
    ]);
    expect(await run(['price', 'set', 'Dublin', ...prices, '--from', 'soon'])).toMatchObject({ status: 2 });
    expect(await ask('agent', 'invite', 'Dublin')).toMatchObject({ invite: expect.any(String) });
    expect(await ask('site', 'list')).toContainEqual(expect.objectContaining({ timeZone: 'Europe/Dublin' }));
    for (const [subject, row] of [
      ['organisation', ['College']],
      ['site', ['Dublin', 'College', 'EUR', 'Europe/Dublin']],
      ['printer', ['first-floor', 'Upstairs', 'Dublin', 'ipps://p/ipp/print', 'not seen yet']],
    ] as const)
      expect((await run([subject, 'list'])).stdout.split('\n')).toContain(row.join('\t'));
  });

  test('lists boxes, and revokes one; a second revocation changes nothing', async () => {
    await inDatabase(
      `INSERT INTO agents (site_id, name, public_key, version, contract)
       SELECT id, 'small box', '\\x01', '1.2.3', 4 FROM sites WHERE name = 'Dublin'`,
    );
    const row = async () => /^.*small box.*$/m.exec((await run(['agent', 'list'])).stdout)![0].split('\t');
    const [id = '', ...cells] = await row();
    expect(cells).toEqual(['small box', 'Dublin', '1.2.3', '4', expect.any(String), 'active']);
    expect((await run(['agent', 'revoke', id])).stdout).toBe('Revoked.\n');
    expect((await run(['agent', 'revoke', id])).stdout).toBe('It was revoked before.\n');
    expect((await row()).at(-1)).toMatch(/^revoked 20/);
  });

  test('adds users and credits; a repeated `--key` adds no second credit', async () => {
    await ask('user', 'add', 'Ann@example.com', '--password', 'Sixpence1');
    await ask('credit', 'add', 'ann@example.com', '2.50', 'eur', '--key', 'ticket-7');
    expect(await ask('credit', 'add', 'ann@example.com', '2.50', 'EUR', '--key', 'ticket-7')).toEqual({
      credited: false,
      available: { minor: 250, currency: 'EUR' },
    });
    const again = await run(['user', 'add', 'ann@example.com', '--password', 'Sixpence2']);
    expect(again.stdout).toBe('ann@example.com was there.\n');
    const shown = (await run(['user', 'show', 'ann@example.com'])).stdout;
    expect(shown.split('\n')).toEqual([
      'ann@example.com',
      expect.stringMatching(/^id: [0-9a-f-]{36}$/),
      'can spend: €2.50',
      '',
    ]);
  });

  test('refuses a password among its arguments on a public service', async () => {
    const publicEnvironment = { ...environment, PUBLIC_URL: 'https://print.example.com' };
    const add = ['user', 'add', 'bob@example.com', '--password', 'Sixpence1'];
    const refused = await run(add, publicEnvironment);
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('list of processes') });
    expect(await run(['user', 'show', 'bob@example.com'])).toMatchObject({ status: 1 });
    expect(await run(add)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('list of processes'),
    });
  });

  test('escapes control characters in the name of a printer', async () => {
    await inDatabase(`UPDATE printers SET name = E'Hall\\x1b[2J\\u009b31m\\u202e' WHERE slug = 'hall'`);
    const { stdout } = await run(['printer', 'list']);
    expect(stdout).toContain('Hall\\u001b[2J\\u009b31m\\u202e');
    expect(stdout).not.toMatch(/[^\P{C}\t\n]/u);
    const asJson = await run(['printer', 'list', '--json']);
    expect(asJson.stdout).not.toMatch(/[^\P{C}\n]/u);
    await inDatabase(`UPDATE printers SET name = 'Hall' WHERE slug = 'hall'`);
  });

  test('escapes control characters in its error messages', async () => {
    const { status, stderr } = await run(['make', 'coffee\u001b[2J\u009b31m']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('make coffee\\u001b[2J\\u009b31m.')]);
    expect(stderr).not.toMatch(/[^\P{C}\n]/u);
  });

  test.each([
    [1, ['credit', 'add', 'nobody@example.com', '1', 'GBP']],
    [1, ['price', 'list', 'Atlantis']],
    [1, ['agent', 'revoke', '00000000-0000-4000-8000-000000000000']],
    [2, ['credit', 'add', 'ann@example.com', '1.234', 'GBP']],
    [2, ['credit', 'add', 'ann@example.com', '1', 'USD']],
    [2, ['credit', 'add', 'ann@example.com']],
    [1, ['statement', 'nobody@example.com']],
    [2, ['statement', 'ann@example.com', '--period', 'ever']],
    [2, ['organisation', 'update', 'College']],
    [2, ['organisation', 'update', 'College', '--vat-rate', '120']],
    [1, ['organisation', 'update', 'Atlantis', '--vat-rate', '20']],
    [2, ['site', 'add', 'Nowhere']],
    [2, ['site', 'add', 'Nowhere', '--planet', 'Mars']],
    [2, ['job', 'capture', 'x', '--reason', 'a test']],
    [2, ['job', 'capture', 'x', '--reason', 'a test', '--pages', 'all']],
    [2, ['credit', 'give-back', 'x', '--reason', 'a test', '--pages', '1', '--amount', '1']],
    [1, ['printer', 'add', 'first-floor', '--site', 'Dublin', '--name', 'x', '--uri', 'ipp://p']],
    [2, ['printer', 'add', 'First_floor', '--site', 'Dublin', '--name', 'x', '--uri', 'ipp://p']],
    [2, ['printer', 'add', 'a'.repeat(61), '--site', 'Dublin', '--name', 'x', '--uri', 'ipp://p']],
    [2, ['printer', 'add', 'attic', '--site', 'Dublin', '--name', 'x', '--uri', 'http://p']],
    [2, ['printer', 'update', 'first-floor', '--site', 'Dublin', '--counting', 'guesses']],
    [1, ['printer', 'update', 'attic', '--site', 'Dublin']],
    [1, ['site', 'add', 'Dublin', '--organisation', 'College', '--currency', 'GBP']],
    [1, ['site', 'add', 'Dublin', '--organisation', 'Demo', '--currency', 'EUR']],
    [1, ['site', 'add', 'Nowhere', '--organisation', 'Atlantis', '--currency', 'EUR']],
    [2, ['site', 'add', 'Mars', '--organisation', 'College', '--currency', 'EUR', '--time-zone', 'Mars']],
    [2, ['price', 'set', 'Dublin', '--mono', '0.05']],
    [2, ['panel', 'pair', 'hall', '--site', 'Demo library', '--box', 'nowhere']],
    [2, ['credit', 'add', 'ann@example.com', '0', 'GBP']],
    [2, ['user', 'add', 'ann', '--password', 'Sixpence1']],
    [2, ['demo', '--printer', 'hall']],
    [2, ['enquiries', 'list', '--kind', 'complaint']],
    [2, ['articles', 'votes', '--since', '2026-02-30']],
    [2, ['reports', 'close', 'x']],
    [1, ['reports', 'close', 'x', '--reason', 'a test']],
    [2, ['make', 'coffee']],
    [0, ['--help']],
    [0, ['site', 'add', '--help']],
    [0, ['ledger', '--help']],
    [0, ['-h', 'ledger']],
    [2, ['ledger']],
    [2, ['ledger', 'burn', '--help']],
  ])('exits with status %i for %j', async (status, args) => {
    expect(await run(args)).toMatchObject({ status });
  });

  test('shows the commands of one group only', async () => {
    const { stdout } = await run(['payments', '--help']);
    expect(stdout).toMatch(/^Usage: operator payments <command>/);
    const names = [...stdout.matchAll(/^ {2}(\w+ \w+)/gm)].map(([, name]) => name);
    const words = ['list', 'reconcile', 'credit', 'left', 'open'];
    expect(names).toEqual(words.map((word) => `payments ${word}`));
    expect((await run(['ledger'])).stderr).toMatch(
      /^There is no command ledger\.\nUsage: operator ledger <command>/,
    );
  });

  test('shows a statement as text, JSON, and CSV', async () => {
    await ask('user', 'add', 'bea@example.com', '--password', 'Sixpence1');
    await ask('credit', 'add', 'bea@example.com', '4', 'EUR', '--reason', 'a gift');
    const euros = ['statement', 'bea@example.com', '--currency', 'eur'];
    expect(await ask(...euros)).toMatchObject({
      opening: { minor: 0, currency: 'EUR' },
      closing: { minor: 400, currency: 'EUR' },
      lines: [{ type: 'Admin', fileName: 'Top Up Admin', pages: 0, amount: { minor: 400, currency: 'EUR' } }],
    });
    expect((await run(euros)).stdout).toMatch(
      /^Date\t.*\n\d+ \w+ \d+, \d\d:\d\d\t€4\.00\t\tTop Up Admin\t\n€0\.00 before, €4\.00 after\n$/,
    );
    const csv = await run([...euros, '--csv', '--period', 'last_12_months']);
    expect(csv.stdout).toMatch(
      /^"Date \(Europe\/London\)",.*\n".*","Admin","Top Up Admin",0,0,4\.00,"EUR",.*\n$/,
    );
  });

  test('sets the VAT of an organisation, and shows it', async () => {
    await ask('organisation', 'add', 'Taxed');
    expect(await ask('organisation', 'update', 'Taxed', '--vat-rate', '5.5')).toEqual({
      ...{ organisation: 'Taxed', vatNumber: null, basisPoints: 550 },
    });
    expect(await run(['organisation', 'update', 'Taxed', '--vat-number', 'GB1'])).toMatchObject({
      stdout: 'Prices contain 5.5 % of VAT, under the number GB1.\n',
    });
  });

  test('says why the database cannot be reached, and does not show the password', async () => {
    const away = { ...environment, DATABASE_URL: 'postgres://somebody:secret@127.0.0.1:1/nowhere' };
    const answer = await run(['site', 'list'], away);
    expect(answer).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('ECONNREFUSED') });
    expect(answer.stderr).not.toContain('secret');
  });

  test('names each wrong variable, and not its value', async () => {
    const answer = await run(['ledger', 'verify'], { ...environment, SECRET_KEY: 'short' });
    expect(answer).toMatchObject({ status: 1, stderr: expect.stringContaining('SECRET_KEY') });
    expect(answer.stderr).not.toContain('short');
  });

  test('verifies the ledger: clean at first, then with the name of each broken invariant', async () => {
    expect(await run(['ledger', 'verify'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('in order'),
    });
    await inDatabase(`UPDATE ledger_accounts SET posted_minor = posted_minor + 1 WHERE kind = 'wallet'`);
    await inDatabase('ALTER TABLE settlements DISABLE TRIGGER settlements_append_only');
    const { status, stdout } = await run(['ledger', 'verify']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/M3 .*stores 1001, the ledger says 1000/);
    expect(stdout).toMatch(/M4 .*settlements_append_only/);
    const json = (await run(['ledger', 'verify', '--json'])).stdout;
    expect(JSON.parse(json)).toMatchObject({ clean: false });

    await inDatabase('INSERT INTO users SELECT FROM generate_series(1, 30)');
    await inDatabase(`SELECT ledger_wallet(id, 'EUR') FROM users`);
    await inDatabase(`UPDATE ledger_accounts SET posted_minor = posted_minor + 1 WHERE kind = 'wallet'`);
    const wrong = (await rowsOf(`SELECT 1 FROM ledger_accounts WHERE kind = 'wallet'`)).length;
    const lines = (await run(['ledger', 'verify'])).stdout.split('\n');
    const posted = lines.filter((line) => line.includes('stores as posted'));
    expect(posted).toHaveLength(21);
    expect(posted.at(-1)).toContain(`and ${wrong - 20} more`);
  });
});
