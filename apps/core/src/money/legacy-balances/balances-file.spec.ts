import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatMoney } from '@sixpence/money/money';
import { readBalances, type BalanceLine } from './balances-file.js';

const head = 'email,amount,currency\n';
const anna = { line: 2, result: 'anna@example.com £12.50' };

/** The result of each line in one sentence. */
function resultsOf(file: string | Uint8Array) {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  return readBalances(bytes).map((read: BalanceLine) => ({
    line: read.line,
    result: 'wrong' in read ? read.wrong : `${read.balance.address} ${formatMoney(read.balance.amount)}`,
  }));
}

const plain = `${head}anna@example.com,12.50,GBP\n`;
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));

test.each<[string, string | Uint8Array]>([
  ['commas', plain],
  ['a byte order mark of UTF-8', `\ufeff${plain}`],
  ['the line ends of Windows', plain.replaceAll('\n', '\r\n')],
  ['the line ends of old Macs', plain.replaceAll('\n', '\r')],
  ['no line end after its last line', plain.trimEnd()],
  ['empty lines at its end', `${plain}\n  \n`],
  ['semicolons and a decimal comma', 'email;amount;currency\nanna@example.com;12,50;GBP'],
  ['tabs', plain.replaceAll(',', '\t')],
  ['tabs and quotes', '"email"\t"amount"\t"currency"\n"anna@example.com"\t"12.50"\t"GBP"'],
  ['empty cells behind its last column', `${plain.trimEnd()},,`],
  ['little-endian UTF-16', utf16(plain)],
  ['big-endian UTF-16', new Uint8Array(Buffer.from(utf16(plain)).swap16())],
  ['quotes', '"email","amount","currency"\n"anna@example.com","12.50","GBP"'],
  ['quotes around a decimal comma', `${head}anna@example.com,"12,50",GBP`],
  ['quotes within quotes', 'name,email,amount,currency\n"Anna ""A"", B",anna@example.com,12.50,GBP'],
  [
    'columns in another order, and additional columns',
    'Currency,id,Amount,E,Email\ngbp,7,12.5,,Anna@Example.com',
  ],
  ['spaces around its cells', `${head} anna@example.com , 12.50 , GBP `],
])('a file with %s is read', (_, file) => {
  expect(resultsOf(file)).toEqual([anna]);
});

test.each<[string, string, string]>([
  ['a debt', 'anna@example.com,-3.00,GBP', '"-3.00" is less than nothing: debts are not carried over'],
  ['three decimals', 'anna@example.com,1.234,GBP', '"1.234" has more than two decimals'],
  [
    'a separator of thousands',
    'anna@example.com,"1,234.50",GBP',
    '"1,234.50" is not an amount: write it as 12.50',
  ],
  ['a currency sign', 'anna@example.com,£5,GBP', '"£5" is not an amount: write it as 12.50'],
  [
    'an amount in scientific notation',
    'anna@example.com,1e3,GBP',
    '"1e3" is not an amount: write it as 12.50',
  ],
  ['no amount', 'anna@example.com,,GBP', '"" is not an amount: write it as 12.50'],
  [
    'more than the maximum amount',
    'anna@example.com,100000.01,GBP',
    '"100000.01" is more than £100000.00, the most for one line',
  ],
  [
    'a formula for an amount',
    'anna@example.com,=1+1,GBP',
    '"=1+1" is a formula: save the file with values only',
  ],
  [
    'a formula for an address',
    '@SUM(A1)@example.com,1,GBP',
    '"@SUM(A1)@example.com" is a formula: save the file with values only',
  ],
  [
    'a formula in quotes',
    'anna@example.com,"=HYPERLINK(""x"",""y"")",GBP',
    '"=HYPERLINK("x","y")" is a formula: save the file with values only',
  ],
  [
    'a currency that is not supported',
    'anna@example.com,1,USD',
    '"USD" is not a supported currency: GBP or EUR',
  ],
  ['no currency', 'anna@example.com,1', '"" is not a supported currency: GBP or EUR'],
  ['no address', 'anna,1,GBP', '"anna" is not an e-mail address'],
  [
    'an address that mail cannot reach',
    'anna@10.20.30.40,1,GBP',
    '"anna@10.20.30.40" is not an e-mail address',
  ],
  [
    'a cell too many',
    'anna@example.com,1,GBP,50',
    'it has more cells than the first line: write commas within a cell in quotes',
  ],
  [
    'two addresses',
    '"a@example.com, b@example.com",1,GBP',
    '"a@example.com, b@example.com" is not an e-mail address',
  ],
  [
    'a relay of Apple',
    'x1y2@PrivateRelay.appleid.com,1,GBP',
    '"x1y2@PrivateRelay.appleid.com" is a relay address of Apple, which can claim nothing: take the line out',
  ],
  [
    'a quote that stays open',
    '"anna@example.com,1,GBP',
    'the quotes do not match: close each quote in its own line',
  ],
  [
    'text beside a quote',
    '"anna"@example.com,1,GBP',
    'the quotes do not match: close each quote in its own line',
  ],
])('a line with %s has an error, and other lines are read', (_, line, result) => {
  const file = `${head}eve@example.com,1,GBP\n\n${line}\nbob@example.com,2,EUR\n`;
  expect(resultsOf(file)).toEqual([
    { line: 2, result: 'eve@example.com £1.00' },
    { line: 4, result },
    { line: 5, result: 'bob@example.com €2.00' },
  ]);
});

test('a line may have exactly the maximum amount', () => {
  expect(resultsOf(`${head}anna@example.com,100000.00,GBP\n`)).toEqual([
    { line: 2, result: 'anna@example.com £100000.00' },
  ]);
});

test('an empty cell between tabs before a quoted cell keeps its position', () => {
  const file = 'email\tcurrency\tamount\tbefore\nanna@example.com\tGBP\t\t"9.99"\n';
  expect(resultsOf(file)).toEqual([{ line: 2, result: '"" is not an amount: write it as 12.50' }]);
});

test('a decimal comma without quotes is an error', () => {
  const file = 'email,currency,amount\nanna@example.com,GBP,12,50\n';
  expect(resultsOf(file)).toEqual([
    { line: 2, result: expect.stringContaining('more cells than the first line') },
  ]);
});

test('an address counts once per currency, in whatever case it is written', () => {
  const file = `${head}anna@example.com,12.50,GBP\nanna@example.com,1,EUR\nANNA@example.com,12.50,GBP\n`;
  expect(resultsOf(file)).toEqual([
    anna,
    { line: 3, result: 'anna@example.com €1.00' },
    { line: 4, result: '"anna@example.com" stands in line 2 already, in the same currency' },
  ]);
});

test.each<[string, string | Uint8Array, string]>([
  ['nothing', '', 'the file is empty'],
  ['no column names', 'anna@example.com,1,GBP\n', 'lacks email, amount, currency'],
  ['a missing column', 'email,amount\nanna@example.com,1\n', 'this one lacks currency'],
  ['a column twice', 'email,amount,amount,currency\n', 'there are two columns "amount"'],
  ['letters in Latin-1', Uint8Array.from([0x65, 0xfc, 0x0a]), 'save it as CSV in UTF-8'],
  [
    'UTF-16 without a byte order mark',
    new Uint8Array(Buffer.from(plain, 'utf16le')),
    'save it as CSV in UTF-8',
  ],
  [
    'the bytes of a spreadsheet',
    Uint8Array.from([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0]),
    'save it as CSV in UTF-8',
  ],
])('a file with %s is an error', (_, file, result) => {
  expect(resultsOf(file)).toEqual([{ line: 1, result: expect.stringContaining(result) }]);
});

test('each non-empty line of a random file has one result', () => {
  const cell = fc.constantFrom('anna@example.com', '1.50', 'GBP', '"', ',', ';', '\t', '=', '-', ' ', 'é');
  fc.assert(
    fc.property(fc.array(fc.array(cell).map((cells) => cells.join(''))), (lines) => {
      const filled = lines.flatMap((line, index) => (line.trim() === '' ? [] : [index + 2]));
      expect(resultsOf(head + lines.join('\n')).map(({ line }) => line)).toEqual(filled);
    }),
  );
});
