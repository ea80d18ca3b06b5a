import { expect, test } from '@jest/globals';
import { ParkedService } from '@sixpence/core/platform/outbox/parked.service';
import { Refusal } from '@sixpence/contracts/refusals';
import { runCommand } from '../testing/run-command.js';
import { commands } from '../commands.js';
import { operate } from './operate.js';

const failing = (error: unknown) => {
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- a thrown text is a case, too
  const retryMessage = () => Promise.reject(error);
  return runCommand(['parked', 'retry', '7'], [[ParkedService, { retryMessage }]]);
};

test.each([
  [
    'a refusal is shown by its sentence',
    new Refusal('job.unknown', 'There is no such job.'),
    'There is no such job.',
  ],
  [
    'a failure is shown with its causes',
    new Error('not handled', { cause: new Error('too long', { cause: 'unclear' }) }),
    'not handled (too long (Failed for an unknown reason))',
  ],
  [
    'several failures are shown together',
    new AggregateError([new Error('one'), new Error('two')]),
    'one; two',
  ],
  ['a thrown text is not shown', 'oops', 'Failed for an unknown reason'],
])('%s, on stderr, and the services are closed', async (_, error, sentence) => {
  expect(await failing(error)).toEqual({ status: 1, stdout: '', stderr: `${sentence}\n`, closed: 1 });
});

test('control characters of names are shown escaped, and line breaks of messages stay', async () => {
  const list = { listParked: () => Promise.resolve([]), dropMessage: () => Promise.resolve(true) };
  const answer = await failing(new Refusal('job.unknown', 'one\u001b[2J\ntwo'));
  expect(answer.stderr).toBe('one\\u001b[2J\ntwo\n');
  const { stdout } = await runCommand(['parked', 'drop', '7\u001b', '--json'], [[ParkedService, list]]);
  expect(stdout).toBe('{\n  "id": "7\\u001b",\n  "dropped": true\n}\n');
});

test('wrong arguments are answered with the usage, without opening the services', async () => {
  const usage = 'Usage: operator parked drop <id> [--json]\n';
  expect(await runCommand(['parked', 'drop'])).toEqual({
    status: 2,
    stdout: '',
    stderr: `<id> is missing\n${usage}`,
    closed: 0,
  });
  const unknown = await runCommand(['parked', 'drop', '7', '--quickly']);
  expect(unknown).toMatchObject({
    status: 2,
    closed: 0,
    stderr: `parked drop has no option --quickly\n${usage}`,
  });
  const needless = await runCommand(['parked', 'drop', '7', '8']);
  expect(needless).toMatchObject({ status: 2, stderr: `parked drop takes no argument 8\n${usage}` });
  const half = await runCommand(['price', 'set', 'Library', '--mono']);
  expect(half.stderr).toMatch(/^Option '--mono <value>' argument missing\nUsage: /);
});

test.each(['--help', '-h'])('a command shows its summary and usage with %s', async (help) => {
  expect(await runCommand(['parked', 'list', help])).toEqual({
    status: 0,
    stdout: [
      'Lists messages that could not be handled, newest first; with --json also their contents.',
      'Usage: operator parked list [--json]\n',
    ].join('\n'),
    stderr: '',
    closed: 0,
  });
});

const group = [
  'Usage: operator parked <command> [--json] [--help]',
  '',
  '  parked list   Lists messages that could not be handled, newest first; with --json also their contents.',
  '  parked retry  Handles a parked message again; a success removes it from the list.',
  '  parked drop   Deletes a parked message that needs no handling any more.\n',
].join('\n');

test.each([
  ['parked', '--help'],
  ['parked', '-h'],
  ['-h', 'parked'],
])('the commands of a group are listed on stdout for %s %s', async (...words) => {
  expect(await runCommand(words)).toEqual({ status: 0, stdout: group, stderr: '', closed: 0 });
});

test.each(commands.filter(({ argumentCount }) => argumentCount > 0))(
  'the command $name names each argument that is missing',
  async ({ name, argumentCount }) => {
    for (let given = 0; given < argumentCount; given += 1) {
      const words = [...name.split(' '), ...Array.from({ length: given }, () => 'x')];
      const { status, stderr } = await runCommand(words);
      expect({ status, first: stderr.split('\n')[0] }).toMatchObject({
        status: 2,
        first: expect.stringMatching(/^<[^>]+> is missing$/),
      });
    }
  },
);

test('a group without a command is an error, and so is an unknown command of it, also with --help', async () => {
  const answer = { status: 2, stdout: '', closed: 0 };
  expect(await runCommand(['parked'])).toEqual({
    ...answer,
    stderr: `There is no command parked.\n${group}`,
  });
  for (const more of [[], ['--help']])
    expect(await runCommand(['parked', 'burn', ...more])).toEqual({
      ...answer,
      stderr: `There is no command parked burn.\n${group}`,
    });
});

test.each([[[]], [['--help']], [['-h']]])('without a command %j lists all of them', async (words) => {
  const { status, stdout, stderr } = await runCommand(words);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Usage: operator <command> \[--json\] \[--help\]\n\n {2}migrate +Brings /);
  expect(stdout).toContain('\n  ledger verify ');
});

test('an unknown command is answered with the way to the list of commands', async () => {
  const { status, stdout, stderr } = await runCommand(['make', 'good', 'coffee']);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toBe('There is no command make good.\noperator --help lists the commands.\n');
  expect((await runCommand(['coffee', '--help'])).status).toBe(2);
});

test('a missing variable is named before anything is opened', async () => {
  let printed = '';
  const terminal = { out: () => undefined, err: (text: string) => void (printed += text) };
  expect(await operate(['parked', 'list'], {}, terminal)).toBe(1);
  expect(printed).toContain('DATABASE_URL');
});
