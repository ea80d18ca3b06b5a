import { describe, expect, test } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { loggedError, messageOf } from './logged-error.js';

const canary = 'canary-7f3a';

/** An error as PostgreSQL’s driver makes it. */
function ofDatabase(message: string, fields: Record<string, string>): QueryFailedError {
  const driverError = Object.assign(new Error(message), { severity: 'ERROR', ...fields });
  return new QueryFailedError(`SELECT '${canary}'`, [canary], driverError);
}

describe('the log keeps names of the database, and no values', () => {
  test.each([
    [
      'duplicate key value violates unique constraint "users_email"',
      { code: '23505', constraint: 'users_email', table: 'users', detail: `Key (email)=(${canary}) exists.` },
      'duplicate key value violates unique constraint "users_email"',
    ],
    [
      `invalid input syntax for type uuid: "a"${canary}"`,
      { code: '22P02', where: `portal: ${canary}` },
      'invalid input syntax for type uuid: …',
    ],
    [
      `column "${canary}" does not exist`.replace(canary, 'wrong'),
      { code: '42703' },
      'column "wrong" does not exist',
    ],
  ])('%s', (message, fields, kept) => {
    const error = ofDatabase(message, fields);
    const logged = loggedError(new Error('the outbox waits', { cause: error }));
    expect(JSON.stringify(logged)).not.toContain(canary);
    expect(logged.cause).toMatchObject({ type: 'QueryFailedError', message: kept, code: fields.code });
    expect(messageOf(error)).toBe(kept);
  });

  test('a constraint and a table are named', () => {
    const error = ofDatabase('no', { code: '23505', constraint: 'users_email', table: 'users' });
    expect(loggedError(error)).toMatchObject({ code: '23505', constraint: 'users_email', table: 'users' });
  });
});

test('extra fields of an error and unparsable JSON are not logged', () => {
  const hung = Object.assign(new AggregateError([unreadable()], 'several'), { response: canary });
  const logged = loggedError(hung);
  expect(JSON.stringify(logged)).not.toContain(canary);
  expect(logged).toMatchObject({ type: 'AggregateError', message: 'several' });
});

test('causes are logged four deep, and of aggregated errors the first four', () => {
  const chain = [5, 4, 3, 2, 1].reduce<Error | undefined>(
    (cause, depth) => new Error(`depth ${depth}`, cause && { cause }),
    undefined,
  );
  const messages = [];
  for (let at = loggedError(new Error('depth 0', { cause: chain })); ; at = at.cause) {
    messages.push(at.message);
    if (!at.cause) break;
  }
  expect(messages).toEqual([0, 1, 2, 3, 4].map((depth) => `depth ${depth}`));
  const several = new AggregateError(
    Array.from({ length: 5 }, (_, at) => new Error(`${at}`)),
    'several',
  );
  expect(loggedError(several).errors?.map(({ message }) => message)).toEqual(['0', '1', '2', '3']);
});

test.each([
  [
    'a "users" b "users_email" c',
    { table: 'users', constraint: 'users_email' },
    'a "users" b "users_email" c',
  ],
  [`a "users" b "${canary}" c`, { table: 'users' }, 'a "users" b …'],
  ['a "users', { table: 'users' }, 'a …'],
  ['a "public" "int4"', { schema: 'public', dataType: 'int4' }, 'a "public" "int4"'],
  ['a "x"', { column: 'x' }, 'a "x"'],
])('of the sentence %s with %j the log keeps %s', (message, fields, kept) => {
  expect(messageOf(ofDatabase(message, { code: '23505', ...fields }))).toBe(kept);
});

test('the message of an error that the database did not raise is kept', () => {
  expect(messageOf(new Error('no "room"'))).toBe('no "room"');
});

test('the stack is logged without the message, even if the message has many lines', () => {
  const { stack } = loggedError(new SyntaxError(`no\n    at ${canary}\nreally`));
  expect(stack).not.toContain(canary);
  expect(stack).toMatch(/^SyntaxError\n {4}at .*logged-error\.spec/);
});

test('of a thrown value that is not an Error only the type is logged', () => {
  expect(loggedError(canary)).toEqual({
    type: 'string',
    message: 'a thrown value that is not an Error',
    stack: '',
  });
});

function unreadable(): unknown {
  try {
    return JSON.parse(canary);
  } catch (error) {
    return error;
  }
}
